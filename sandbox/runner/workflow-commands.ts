/** What a step says to the runner on its standard output. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice' | 'debug';
  readonly message: string;
}

const COMMAND = /^\s*::([a-z-]+)(?: [^:]*)?::(.*)$/;
const LEVELS = ['error', 'warning', 'notice', 'debug'] as const;

/** Reads a line as the runner does. */
export function readLine(line: string): { mask: string } | Annotation | { text: string } {
  const [, command, data = ''] = COMMAND.exec(line) ?? [];
  const level = LEVELS.find((each) => each === command);
  if (level) return { level, message: unescapeData(data) };
  return command === 'add-mask' ? { mask: unescapeData(data) } : { text: line };
}

function unescapeData(data: string): string {
  return data.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

/** Reads a `GITHUB_OUTPUT` or `GITHUB_STATE` file; the last value of a name counts. @throws when the file has no such form. */
export function readValues(file: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = file.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!line) continue;
    const [, name, delimiter] = /^([^=<]+)<<(.+)$/.exec(line) ?? [];
    if (!name || !delimiter) throw new Error(`The runner cannot read line ${at + 1} of the file.`);
    const end = lines.indexOf(delimiter, at + 1);
    if (end < 0) throw new Error(`The value of ${name} has no end.`);
    values[name] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return values;
}
