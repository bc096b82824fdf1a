/** Reads a `GITHUB_OUTPUT` or `GITHUB_STATE` file; the last value of a name counts. @throws if the runner would reject the file. */
export function readValues(file: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = file.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!line) continue;
    const [, name, sign, rest = ''] = /^(.+?)(=|<<)(.*)$/.exec(line) ?? [];
    if (!name) throw new Error(`The runner cannot read line ${at + 1} of the file.`);
    if (sign === '=') {
      values[name] = rest;
      continue;
    }
    const end = lines.indexOf(rest, at + 1);
    if (!rest || end < 0) throw new Error(`The value of ${name} has no end.`);
    values[name] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return values;
}
