import type { Outcome } from '../../src/outcome.ts';
import { BEFORE_REQUEST, resultsOf } from './sample-outcomes.ts';

/** Depending on the version of node, the blanks around a dash are narrow ones. */
const plainBlanks = (text: string) => text.replace(/[\u2009\u202f]/g, ' ');

/** The lines of the log, the outputs and the summary of an export. */
export function rendered(outcome: Outcome) {
  const traffic = { create: 0, 'follow-up': 0, status: 0, analytics: 5 };
  const { level, lines, outputs, summary } = resultsOf(outcome, BEFORE_REQUEST, {
    request: undefined,
    traffic,
  });
  return { level, lines: lines.map(plainBlanks), outputs, summary: plainBlanks(summary) };
}
