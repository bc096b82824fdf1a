import { type Annotation, type Command, readCommand, toAnnotation } from './workflow-commands.ts';

/** What a step printed. */
export interface Log {
  /** As it came from the process. */
  readonly rawLog: string;
  /** As people see it: masks applied, commands carried out. */
  readonly log: string;
  readonly annotations: readonly Annotation[];
  readonly masks: readonly string[];
  /** All that the runner took for one. */
  readonly commands: readonly Command[];
}

export interface LogWriter {
  /** For one stream: the ends of its lines are found apart from those of others. */
  reader(): (chunk: string) => void;
  finish(): Log;
}

/** @param onLine gets every line that people would see. */
export function createLog(onLine: (line: string) => void = () => {}): LogWriter {
  const masks: string[] = [];
  const commands: Command[] = [];
  const shown: string[] = [];
  const unfinished: (() => void)[] = [];
  let rawLog = '';

  function show(text: string): void {
    const line = masks.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
    shown.push(line);
    onLine(line);
  }

  function takeLine(line: string): void {
    const command = readCommand(line);
    if (!command) show(line);
    else carryOut(command);
  }

  function carryOut(command: Command): void {
    commands.push(command);
    const { name, message } = command;
    // Longest first, or a mask that begins another would leave the other's end in sight.
    if (name === 'add-mask') masks.splice(0, masks.length, ...widen(masks, message));
    else if (name === 'group') show(`▸ ${message}`);
    else if (['error', 'warning', 'notice'].includes(name))
      for (const part of message.split('\n')) show(`${name}: ${part}`);
  }

  return {
    reader() {
      let rest = '';
      unfinished.push(() => rest && takeLine(rest));
      return (chunk) => {
        rawLog += chunk;
        // The runner ends lines at a lone carriage return too.
        const lines = (rest + chunk).split(/\r\n|\r(?!$)|\n/);
        rest = lines.pop() ?? '';
        for (const line of lines) takeLine(line);
      };
    },
    finish() {
      for (const flush of unfinished) flush();
      const annotations = commands.flatMap((command) => toAnnotation(command) ?? []);
      return { rawLog, log: shown.join('\n'), annotations, masks, commands };
    },
  };
}

/** A secret of several lines is masked line by line too; an empty one would mask between all letters. */
function widen(masks: readonly string[], secret: string): string[] {
  const more = [secret, ...secret.split(/\r?\n/)].filter((part) => part.trim() !== '');
  return [...new Set([...masks, ...more])].sort((a, b) => b.length - a.length);
}
