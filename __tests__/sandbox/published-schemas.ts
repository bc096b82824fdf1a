import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface GitHubAnswer {
  /** Name of the published schema, followed by `[]` for a list. */
  readonly schema: string;
  readonly body: unknown;
}

/**
 * Compiles responses against GitHub's published schemas, which exist only as types. Additional fields are allowed; missing and wrong
 * ones are errors. @returns the compiler's errors by the response's name.
 */
export function compileAnswers(answers: Readonly<Record<string, GitHubAnswer>>): Record<string, string> {
  const room = mkdtempSync(join(tmpdir(), 'schemas-'));
  try {
    const files = Object.entries(answers).map(([name, answer]) => {
      const file = join(room, `${name}.ts`);
      writeFileSync(file, source(answer));
      return file;
    });
    const options = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --pretty false --types'.split(
      ' ',
    );
    const { stdout } = spawnSync(resolve('node_modules/.bin/tsc'), [...options, '', ...files], { encoding: 'utf8' });
    return complaints(stdout);
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

const SCHEMAS = resolve('node_modules/@octokit/openapi-types/types.d.ts');

function source({ schema, body }: GitHubAnswer): string {
  const [, name, list = ''] = /^(.*?)(\[\])?$/.exec(schema) ?? [];
  return `import type { components } from ${JSON.stringify(SCHEMAS)};
type Fixed<T> = T extends readonly (infer E)[] ? readonly Fixed<E>[] : T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T;
const answer = ${JSON.stringify(body)} as const;
export const checked: Fixed<components['schemas']['${name}']${list}> = answer;
`;
}

/** The end of each error, which names the fields; the text before it repeats both types in full. */
function complaints(stdout: string): Record<string, string> {
  const all = stdout.split(/^(?=\S+\.ts\()/m).flatMap((complaint) => {
    const name = /([\w-]+)\.ts\(/.exec(complaint)?.[1];
    const field = /Property '(\w+)' is missing/.exec(complaint)?.[1];
    return name ? [[name, field ?? complaint.trim().slice(-200)]] : [];
  });
  return Object.fromEntries(all);
}
