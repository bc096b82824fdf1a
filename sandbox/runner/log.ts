/** A workflow command in a step's output: `::warning title=Late::Wait a little`. */
export interface Command {
  readonly name: string;
  readonly message: string;
}

/** The output of a step. */
export type Log = ReturnType<LogWriter['finish']>;

export type LogWriter = ReturnType<typeof createLog>;

/** @param onLine receives every visible line. */
export function createLog(onLine: (line: string) => void = () => {}) {
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
    if (!command) return void show(line);
    commands.push(command);
    const { name, message } = command;
    // Longest first: a mask that is the start of another one would leave the other's end visible.
    if (name === 'add-mask') masks.splice(0, masks.length, ...widen(masks, message));
    else if (name === 'group') show(`▸ ${message}`);
    else if (['error', 'warning', 'notice'].includes(name))
      for (const part of message.split('\n')) show(`${name}: ${part}`);
  }

  return {
    /** Creates a reader for one stream, which splits lines independently of other streams. */
    reader() {
      let rest = '';
      unfinished.push(() => rest && takeLine(rest));
      return (chunk: string) => {
        rawLog += chunk;
        // The runner also ends lines at a single carriage return.
        const lines = (rest + chunk).split(/\r\n|\r(?!$)|\n/);
        rest = lines.pop() ?? '';
        for (const line of lines) takeLine(line);
      };
    },
    /**
     * `rawLog`: the output, unchanged. `log`: what GitHub shows. `annotations`: what it shows
     * outside the log.
     */
    finish() {
      for (const flush of unfinished) flush();
      return {
        rawLog,
        log: shown.join('\n'),
        annotations: commands.flatMap(toAnnotation),
        masks,
        commands,
      };
    },
  };
}

/**
 * Adds a secret and each of its lines to the masks. Empty parts are skipped, because they would
 * match everywhere.
 */
function widen(masks: readonly string[], secret: string): string[] {
  const more = [secret, ...secret.split(/\r?\n/)].filter((part) => part.trim() !== '');
  return [...new Set([...masks, ...more])].sort((a, b) => b.length - a.length);
}

const NAMES = [
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
];

/**
 * Parses a line as the runner does: a command begins the line, after optional spaces, or has the
 * old form `##[warning]` anywhere. A line with an unknown command is text.
 */
export function readCommand(line: string): Command | undefined {
  return toCommand(/^\s*::(.*?)::(.*)$/s.exec(line)) ?? toCommand(/##\[(.*?)\](.*)$/s.exec(line));
}

const LEVELS = ['error', 'warning', 'notice', 'debug'] as const;

function toAnnotation({ name, message }: Command) {
  const level = LEVELS.find((each) => each === name);
  return level ? [{ level, message }] : [];
}

function toCommand(found: RegExpExecArray | null): Command | undefined {
  const [, info = '', data = ''] = found ?? [];
  const [name = ''] = info.split(' ', 1);
  const message = data.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
  return NAMES.includes(name) ? { name, message } : undefined;
}

/**
 * Reads a `GITHUB_OUTPUT` or `GITHUB_STATE` file; the last value of a name counts. @throws if the
 * runner would reject the file.
 */
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
