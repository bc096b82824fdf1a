import { sampleJob } from '../__tests__/support/sample-job.ts';
import { ASKED, around, CARD, OUTCOMES } from '../__tests__/support/sample-outcomes.ts';
import type { Outcome } from '../src/outcome.ts';
import { chatMessage } from '../src/render/chat-message.ts';
import {
  renderEnded,
  renderMention,
  renderOpened,
  renderStarting,
  renderWaiting,
  renderWorking,
} from '../src/render/comment.ts';
import { logLines, messageFor } from '../src/render/message.ts';
import { renderSummary } from '../src/render/summary.ts';
import { isFinal } from '../src/thread/marker-state.ts';
import { VERDICTS } from '../src/verdict.ts';

const STATUS_URL = 'https://github.com/acme/app/issues/31#issuecomment-7';
/** Verdicts of operations without a status comment. */
const WITHOUT_COMMENT = ['skipped', 'denied', 'swept', 'exported'];

/** `docs/messages.md`: what the action writes, by verdict, rendered by the action's own code. */
export function renderMessages(): string {
  const outcomes: [string, Outcome][] = Object.entries(OUTCOMES);
  const sections = VERDICTS.flatMap((verdict) => [
    `## \`${verdict}\``,
    ...outcomes
      .filter(([, outcome]) => outcome.verdict === verdict)
      .map(([name, outcome]) => examplesOf(name, outcome)),
  ]);
  const whole = [
    INTRODUCTION,
    '## Before the end',
    ...beforeTheEnd(),
    ...sections,
    '## Job summary',
    ...['pull request', 'swept'].map((name) =>
      block('markdown', summaryOf(outcomes.find(([each]) => each === name)?.[1])),
    ),
  ];
  return `${whole.join('\n\n')}\n`;
}

const INTRODUCTION = `# Messages

What the action writes, ordered by verdict. \`npm run generate\` writes this page with the action's own code, so a change of a
message shows here. The request of these examples is a label on issue 31 by alice.`;

function beforeTheEnd(): string[] {
  const opened = {
    openedFor: [{ link: '#31', to: STATUS_URL }],
    requester: 'alice',
    command: '/docs',
    jobId: 'j_8fk2',
  };
  return [
    ['The request is announced', renderStarting(CARD)],
    ['A follow-up waits for the job', renderWaiting(CARD, 'j_8fk2')],
    ['The job runs', renderWorking(CARD, sampleJob('active'), new Date('2026-01-01T14:32:00Z'))],
    ['On the pull request that the job opened in this repository', renderOpened(opened)],
  ].map(([name, text]) => `### ${name}\n\n${block('markdown', text ?? '')}`);
}

function examplesOf(name: string, outcome: Outcome): string {
  const context = around(undefined, { isFollowUp: 'isProven' in outcome });
  const comment = WITHOUT_COMMENT.includes(outcome.verdict)
    ? []
    : [block('markdown', renderEnded(outcome, CARD, context))];
  const mention =
    comment.length > 0 && isFinal(outcome)
      ? [block('markdown', renderMention('alice', outcome, context, STATUS_URL))]
      : [];
  const plain = [
    ...logLines(outcome, messageFor(outcome, context)),
    '',
    `message: ${chatMessage(outcome, { ...context, serverUrl: 'https://github.com' })}`,
  ];
  return [
    `### ${name[0]?.toUpperCase()}${name.slice(1)}`,
    ...comment,
    ...mention,
    block('text', plain.join('\n')),
  ].join('\n\n');
}

const summaryOf = (outcome: Outcome | undefined): string =>
  outcome
    ? renderSummary(outcome, {
        ...around(),
        traffic: { create: 1, 'follow-up': 0, status: 14, analytics: 0 },
        asked: ASKED,
      })
    : '';

/** A code block whose fence is longer than any in the text. */
function block(language: string, text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
