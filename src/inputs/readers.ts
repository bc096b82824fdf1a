import { InputError } from '../errors.ts';
import { DEFAULTS } from './action-metadata.ts';
import type { OPERATIONS } from './fields.ts';

type Operation = (typeof OPERATIONS)[number];
type Name = keyof typeof DEFAULTS;

/** Inputs that only some operations read; every operation reads the others. */
const READ_BY: readonly { readonly operations: readonly Operation[]; readonly names: readonly Name[] }[] = [
  { operations: ['run', 'follow-up'], names: ['prompt', 'prompt-file', 'context', 'compare', 'wait', 'dry-run'] },
  {
    operations: ['run', 'follow-up', 'attach'],
    names: ['minimum-permission', 'allow-bots', 'comment', 'issue-number', 'key'],
  },
  {
    operations: ['run', 'follow-up', 'attach', 'sweep'],
    names: ['previous-api-key', 'github-token', 'trigger-label', 'trigger-command', 'notify', 'job-path'],
  },
  { operations: ['follow-up', 'attach'], names: ['job-id'] },
  { operations: ['run', 'follow-up', 'visitors'], names: ['paths', 'paths-ignore', 'sort-by', 'top'] },
  { operations: ['run', 'follow-up', 'sweep', 'visitors'], names: ['window'] },
  { operations: ['visitors'], names: ['date-from', 'date-to', 'offset', 'visitors-file'] },
];

/** Inputs with defaults from the runner, which are set even if the workflow does not set them. */
const FILLED_IN: readonly Name[] = ['github-token', 'key'];

/** Rejects inputs that are set but have no effect. @throws InputError that names them. */
export function refuseUnread(operation: Operation, texts: Readonly<Record<string, string>>): void {
  const unread = READ_BY.filter(({ operations }) => !operations.includes(operation))
    .flatMap(({ names }) => names)
    .filter((name) => texts[name] !== DEFAULTS[name] && !FILLED_IN.includes(name))
    .map((name) => `\`${name}\``);
  if (unread.length === 0) return;
  const [verb, them] = unread.length === 1 ? ['is', 'it'] : ['are', 'them'];
  throw new InputError(
    `${unread.join(', ')} ${verb} set, and the operation \`${operation}\` does not read ${them}.`,
    `Remove ${them}, or choose another \`operation\`.`,
  );
}

/** The operations that read an input; undefined if all do. */
export const readersOf = (name: string): readonly Operation[] | undefined =>
  READ_BY.find(({ names }) => names.some((each) => each === name))?.operations;
