import { FAULTS, type Fault } from './faults.ts';
import { between, table } from './page.ts';
import { readTestNames } from './test-names.ts';

/** `docs/reliability.md` with its tables of faults. @throws Error that names each fault that no test shows. */
export function renderReliability(page: string): string {
  return between(page, 'faults', faultSections(FAULTS, readTestNames('__tests__')));
}

/** One table per subject, with the name of the first test that each reference matches. */
export function faultSections(
  faults: Readonly<Record<string, readonly Fault[]>>,
  names: ReadonlyMap<string, readonly string[]>,
): string[] {
  const missing: string[] = [];
  const testOf = ([file, part]: readonly [string, string]) => {
    const name = names.get(file)?.find((each) => each.includes(part));
    if (name === undefined) missing.push(`${file}: ${part}`);
    return `\`${file}\`: ${escaped(name ?? '')}`;
  };
  const sections = Object.entries(faults).flatMap(([subject, rows]) => {
    const cells = rows.map(({ fault, result, shownBy }) => [fault, result, shownBy.map(testOf).join('<br>')]);
    return [`### ${subject}`, '', ...table(['Fault', 'What happens', 'Shown by'], cells), ''];
  });
  if (missing.length > 0) throw new Error(`scripts/docs/faults.ts names tests that do not exist:\n${missing.join('\n')}`);
  return sections.slice(0, -1);
}

/** Names of tests are plain text, except for code. */
const escaped = (name: string) =>
  name.replace(/`[^`]*`|[<*_]/g, (found) => (found.startsWith('`') ? found : `\\${found}`));
