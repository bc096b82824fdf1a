import { type Annotation, readLine } from './workflow-commands.ts';

/** What a step printed. */
export interface Log {
  /** As it came from the process. */
  readonly rawLog: string;
  /** As people see it: masks applied, commands carried out. */
  readonly log: string;
  readonly annotations: readonly Annotation[];
  readonly masks: readonly string[];
}

/** @param onLine gets every line that people would see. */
export function createLog(onLine: (line: string) => void = () => {}): { take(chunk: string): void; finish(): Log } {
  const masks: string[] = [];
  const annotations: Annotation[] = [];
  const shown: string[] = [];
  let raw = '';
  let rest = '';

  function show(text: string): void {
    const line = masks.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
    shown.push(line);
    onLine(line);
  }

  function takeLine(line: string): void {
    const read = readLine(line);
    if ('mask' in read) masks.push(read.mask);
    else if ('text' in read) show(read.text);
    else {
      annotations.push(read);
      if (read.level !== 'debug') for (const part of read.message.split('\n')) show(`${read.level}: ${part}`);
    }
  }

  return {
    take(chunk) {
      raw += chunk;
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
    },
    finish() {
      if (rest) takeLine(rest);
      return { rawLog: raw, log: shown.join('\n'), annotations, masks };
    },
  };
}
