import { InputError } from '../errors.ts';
import type { InstructionSource } from '../prompt/instruction.ts';
import { isPeriod, type PeriodInput } from '../visitors/period.ts';
import type { RankingRules } from '../visitors/ranking.ts';
import { DEFAULTS } from './action-metadata.ts';
import type { Given } from './fields.ts';

/** Which of the most visited pages are added to the prompt or exported. */
export interface PagesQuery extends RankingRules {
  readonly period: PeriodInput;
}

/** Rules for inputs that depend on each other. Each throws an InputError for a combination that makes no sense. */

export function toContextFiles({ context, 'context-file': paths }: Given): readonly string[] {
  if (context !== 'none' || paths.length === 0) return paths;
  throw new InputError(
    '`context-file` adds files to the prompt, and `context` is `none`, which sends the instruction alone.',
    'Remove one of them.',
  );
}

export function toPages({ window, context, 'sort-by': sortBy, top }: Given): PagesQuery | null {
  if (window === null && (sortBy !== DEFAULTS['sort-by'] || top !== Number(DEFAULTS.top))) {
    throw new InputError('`sort-by` and `top` need `window`, which is empty.', 'Set `window`.');
  }
  if (window === null) return null;
  if (context !== 'none') return { period: { kind: 'window', days: window }, sortBy, top };
  throw new InputError(
    '`window` adds pages to the prompt, and `context` is `none`, which sends the instruction alone.',
    'Remove one of them.',
  );
}

export function toPeriod({ window, 'date-from': from, 'date-to': to }: Given): PeriodInput {
  const dates = { from: from ?? undefined, to: to ?? undefined };
  if (window !== null && (from ?? to) !== null) {
    throw new InputError('`window` is set together with `date-from` or `date-to`.', 'Set `window`, or set the dates.');
  }
  if (!isPeriod(dates)) {
    throw new InputError(
      '`date-from` is not before `date-to`, which is exclusive: the period has no day.',
      'To export a single day, set `date-to` to the next day.',
    );
  }
  return window === null ? { kind: 'dates', ...dates } : { kind: 'window', days: window };
}

export function rejectForgettingReuse({ 'pull-request': pullRequest, comment }: Given): void {
  if (pullRequest === 'new' || comment) return;
  throw new InputError(
    '`pull-request` is `reuse`, and `comment` is `false`. Only status comments show which pull request to continue.',
    'Remove one of them.',
  );
}

export function needed(value: string | null, name: string, operation: string): string {
  if (value !== null) return value;
  throw new InputError(`The operation \`${operation}\` needs \`${name}\`, which is empty.`, `Set \`${name}\`.`);
}

export function toInstruction(prompt: string, file: string): InstructionSource {
  if (prompt && file) {
    throw new InputError('`prompt` and `prompt-file` are both set.', 'Remove one.');
  }
  if (file) return { kind: 'file', path: file };
  return prompt ? { kind: 'literal', text: prompt } : { kind: 'default' };
}
