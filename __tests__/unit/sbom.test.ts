import { expect, test } from '@jest/globals';
import { type Sbom, sbomOfBundle } from '../../scripts/sbom.ts';

const component = (name: string, version: string) => ({ 'bom-ref': `${name}@${version}`, name });
const LICENSES =
  '@scope/client\nMIT\nThe MIT License\n\nCopyright 2019\n\nparser\nISC\nPermission to use parser\njest\n';

function sbom(...components: ReturnType<typeof component>[]): Sbom {
  return {
    metadata: { component: component('root', '1.0.0') },
    components,
    dependencies: [
      { ref: 'root@1.0.0', dependsOn: ['@scope/client@2.0.0', 'jest@30.0.0'] },
      { ref: '@scope/client@2.0.0', dependsOn: ['parser@3.0.0', 'unused@4.0.0'] },
      { ref: 'parser@3.0.0', dependsOn: [] },
      { ref: 'jest@30.0.0', dependsOn: ['parser@3.0.0'] },
    ],
  };
}

test('the bill of materials names the bundled packages only, and what they depend on among themselves', () => {
  const all = sbom(
    component('@scope/client', '2.0.0'),
    component('parser', '3.0.0'),
    component('jest', '30.0.0'),
    component('unused', '4.0.0'),
  );
  const { components, dependencies } = sbomOfBundle(all, LICENSES);
  expect(components.map(({ name }) => name)).toEqual(['@scope/client', 'parser']);
  expect(dependencies).toEqual([
    { ref: 'root@1.0.0', dependsOn: ['@scope/client@2.0.0'] },
    { ref: '@scope/client@2.0.0', dependsOn: ['parser@3.0.0'] },
    { ref: 'parser@3.0.0', dependsOn: [] },
  ]);
});

test('a bundled package with two locked versions is an error, as the bundled one is unknown', () => {
  const two = sbom(component('parser', '3.0.0'), component('parser', '2.0.0'));
  expect(() => sbomOfBundle(two, LICENSES)).toThrow('several versions of parser');
});
