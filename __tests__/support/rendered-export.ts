import type { Exported, Outcome } from '../../src/outcome.ts';
import { messageFor } from '../../src/render/message.ts';
import type { MessageContext } from '../../src/render/message-parts.ts';
import { logLines, renderOutputs } from '../../src/render/outputs.ts';
import { renderSummary } from '../../src/render/summary.ts';
import type { VisitorReport } from '../../src/visitors/report.ts';

const WITHOUT_REQUEST: MessageContext = {
  retryHints: undefined,
  runUrl: undefined,
  elapsed: 3_000,
  isRemembered: false,
  isFollowUp: false,
  wasSent: false,
};
export const outcomeOf = (
  survey: VisitorReport,
  file?: string,
  verdict: 'exported' | 'cancelled' = 'exported',
): Outcome => ({
  verdict,
  exported: { survey, file } satisfies Exported,
});

/** Depending on the version of node, the blanks around a dash are narrow ones. */
const plainBlanks = (text: string) => text.replace(/[\u2009\u202f]/g, ' ');

/** The lines of the log. */
export function said(outcome: Outcome): { level: string; lines: string[] } {
  const message = messageFor(outcome, WITHOUT_REQUEST);
  return { level: message.level, lines: logLines(outcome, message).map(plainBlanks) };
}

export const summaryOf = (outcome: Outcome) => {
  const traffic = { create: 0, 'follow-up': 0, status: 0, analytics: 5 };
  return plainBlanks(renderSummary(outcome, { ...WITHOUT_REQUEST, traffic, asked: undefined }));
};

export const outputsOf = (outcome: Outcome) =>
  renderOutputs(outcome, WITHOUT_REQUEST, { request: undefined, commentUrl: '', serverUrl: 'https://github.com' });
