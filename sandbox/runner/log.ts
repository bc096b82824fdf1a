import { type Annotation, type Command, readCommand, toAnnotation } from './workflow-commands.ts';

/** The output of a step. */
export interface Log {
  /** The process's output, unchanged. */
  readonly rawLog: string;
  /** The log that GitHub shows: masks applied, commands executed. */
  readonly log: string;
  readonly annotations: readonly Annotation[];
  readonly masks: readonly string[];
  /** Every line that the runner executed as a command. */
  readonly commands: readonly Command[];
}

export interface LogWriter {
  /** Creates a reader for one stream, which splits lines independently of other streams. */
  reader(): (chunk: string) => void;
  finish(): Log;
}

/** @param onLine receives every visible line. */
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
    // Longest first: a mask that is the start of another one would leave the other's end visible.
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
        // The runner also ends lines at a single carriage return.
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

/** Adds a secret and each of its lines to the masks. Empty parts are skipped, because they would match everywhere. */
function widen(masks: readonly string[], secret: string): string[] {
  const more = [secret, ...secret.split(/\r?\n/)].filter((part) => part.trim() !== '');
  return [...new Set([...masks, ...more])].sort((a, b) => b.length - a.length);
}
