import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';
import { between, table } from './page.ts';
import { readTestNames } from './test-names.ts';

/** Per subject: a fault, what happens then, and the tests that show it, as `{ file: part of a name }`. */
const FAULTS = v.record(
  v.string(),
  v.array(
    v.strictObject({ fault: v.string(), result: v.string(), shownBy: v.array(v.record(v.string(), v.string())) }),
  ),
);

/** `docs/reliability.md` with its tables of faults. @throws Error that names each fault that no test shows. */
export function renderReliability(page: string): string {
  const faults = v.parse(FAULTS, parse(readFileSync('scripts/docs/faults.yml', 'utf8')));
  return between(page, 'faults', faultSections(faults, readTestNames('__tests__')));
}

/** One table per subject, with the name of the first test that each reference matches. */
export function faultSections(
  faults: v.InferOutput<typeof FAULTS>,
  names: ReadonlyMap<string, readonly string[]>,
): string[] {
  const missing: string[] = [];
  const testOf = ([file, part]: readonly [string, string]) => {
    const name = names.get(file)?.find((each) => each.includes(part));
    if (name === undefined) missing.push(`${file}: ${part}`);
    return `\`${file}\`: ${escaped(name ?? '')}`;
  };
  const sections = Object.entries(faults).flatMap(([subject, rows]) => {
    const cells = rows.map(({ fault, result, shownBy }) => {
      const tests = shownBy.flatMap((each) => Object.entries(each)).map(testOf);
      return [fault, result, tests.join('<br>')];
    });
    return [`### ${subject}`, '', ...table(['Fault', 'What happens', 'Shown by'], cells), ''];
  });
  if (missing.length > 0)
    throw new Error(`scripts/docs/faults.yml names tests that do not exist:\n${missing.join('\n')}`);
  return sections.slice(0, -1);
}

/** Names of tests are plain text, except for code. */
const escaped = (name: string) =>
  name.replace(/`[^`]*`|[<*_]/g, (found) => (found.startsWith('`') ? found : `\\${found}`));
