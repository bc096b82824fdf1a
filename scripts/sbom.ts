/**
 * `npm run -s sbom`: prints the software bill of materials of `dist` as CycloneDX JSON: what `npm sbom` says about the packages that
 * `dist/licenses.txt` names. `npm sbom --omit dev` would leave out packages that development uses too (npm/cli#7909), and list
 * packages that the build leaves out of the bundle.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const COMPONENT = v.looseObject({ 'bom-ref': v.string(), name: v.string() });
const SBOM = v.looseObject({
  metadata: v.looseObject({ component: COMPONENT }),
  components: v.array(COMPONENT),
  dependencies: v.array(v.object({ ref: v.string(), dependsOn: v.array(v.string()) })),
});
export type Sbom = v.InferOutput<typeof SBOM>;

/**
 * The bill of materials with the bundled packages only.
 * @param licenses `dist/licenses.txt`: per package its name, its license's name and text
 * @throws if the lock holds several versions of a bundled package, so that the bundled one is unknown
 */
export function sbomOfBundle(sbom: Sbom, licenses: string): Sbom {
  const components = sbom.components.filter(({ name }) => `\n\n${licenses}`.includes(`\n\n${name}\n`));
  const names = components.map(({ name }) => name);
  const several = names.find((name, index) => names.indexOf(name) !== index);
  if (several) throw new Error(`package-lock.json has several versions of ${several}: which one is in dist?`);
  const kept = new Set([sbom.metadata.component, ...components].map((component) => component['bom-ref']));
  const dependencies = sbom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((to) => kept.has(to)) }));
  return { ...sbom, components, dependencies };
}

if (import.meta.main) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const output = execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const sbom = sbomOfBundle(v.parse(SBOM, JSON.parse(output)), readFileSync('dist/licenses.txt', 'utf8'));
  // npm names the root after the folder of the checkout.
  const { name }: { name: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  const component = { ...sbom.metadata.component, name };
  console.log(JSON.stringify({ ...sbom, metadata: { ...sbom.metadata, component } }, null, 2));
}
