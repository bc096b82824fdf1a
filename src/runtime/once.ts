/** Returns a function that passes each different line to `warn` once. */
export function warnOnce(warn: (line: string) => void): (line: string) => void {
  const written = new Set<string>();
  return (line) => {
    if (!written.has(line)) warn(line);
    written.add(line);
  };
}
