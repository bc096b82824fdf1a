/** A workflow command in a step's output: `::warning title=Late::Wait a little`. */
export interface Command {
  readonly name: string;
  readonly message: string;
}

/** A message that GitHub shows outside the log. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice' | 'debug';
  readonly message: string;
}

const LEVELS = ['error', 'warning', 'notice', 'debug'] as const;
const NAMES = [
  ...['add-mask', 'add-matcher', 'add-path', 'debug', 'echo', 'endgroup', 'error', 'group', 'notice', 'remove-matcher'],
  ...['save-state', 'set-env', 'set-output', 'stop-commands', 'warning'],
];

/**
 * Parses a line as the runner does: a command begins the line, after optional spaces, or has the old form `##[warning]` anywhere.
 * A line with an unknown command is text.
 */
export function readCommand(line: string): Command | undefined {
  return toCommand(/^\s*::(.*?)::(.*)$/s.exec(line)) ?? toCommand(/##\[(.*?)\](.*)$/s.exec(line));
}

export function toAnnotation({ name, message }: Command): Annotation | undefined {
  const level = LEVELS.find((each) => each === name);
  return level && { level, message };
}

function toCommand(found: RegExpExecArray | null): Command | undefined {
  const [, info = '', data = ''] = found ?? [];
  const [name = ''] = info.split(' ', 1);
  return NAMES.includes(name) ? { name, message: unescapeData(data) } : undefined;
}

function unescapeData(data: string): string {
  return data.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}
