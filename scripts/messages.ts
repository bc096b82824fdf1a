import { sampleJob } from '../__tests__/support/sample-job.ts';
import { ASKED, around, CARD, OUTCOMES } from '../__tests__/support/sample-outcomes.ts';
import { type ActionError, InputError } from '../src/errors.ts';
import { readInputs } from '../src/inputs/inputs.ts';
import { type Outcome, VERDICTS } from '../src/outcome.ts';
import {
  renderEnded,
  renderMention,
  renderOpened,
  renderStarting,
  renderWaiting,
  renderWorking,
} from '../src/render/comment.ts';
import { messageFor } from '../src/render/message.ts';
import { chatMessage, logLines } from '../src/render/outputs.ts';
import { renderSummary } from '../src/render/summary.ts';
import { errorFromResponse } from '../src/service/errors.ts';
import { buildSubmitRequest } from '../src/service/submit.ts';
import { unannounced } from '../src/thread/comment-requests.ts';
import { isFinal } from '../src/thread/request.ts';

const STATUS_URL = 'https://github.com/acme/app/issues/31#issuecomment-7';
/** Verdicts of operations without a status comment. */
const WITHOUT_COMMENT = ['skipped', 'denied', 'swept', 'exported'];

/** `docs/messages.md`: what the action writes, by verdict, rendered by the action's own code. */
export function renderMessages(): string {
  const outcomes: [string, Outcome][] = Object.entries(OUTCOMES);
  const sections = Object.keys(VERDICTS).flatMap((verdict) => [
    `## \`${verdict}\``,
    ...outcomes
      .filter(([, outcome]) => outcome.verdict === verdict)
      .map(([name, outcome]) => examplesOf(name, outcome)),
    ...(verdict === 'error' ? commonErrors() : []),
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

/** The errors that new users meet. */
function commonErrors(): string[] {
  const answer = (status: number, error: string) => {
    const response = { status, headers: new Map<string, string>(), body: Buffer.from(JSON.stringify({ error })) };
    const baseUrl = new URL('https://api.example.com');
    const { url } = buildSubmitRequest({ baseUrl, projectId: 'p1' }, '');
    return errorFromResponse(response, { purpose: 'create', method: 'POST', url }, { baseUrl });
  };
  const errors: [name: string, problem: ActionError, hasComment: boolean][] = [
    ['A wrong API key', answer(401, 'This key has expired.'), true],
    ['A wrong project', answer(404, 'Unknown project'), true],
    ['A missing permission', unannounced(Object.assign(new Error(), { status: 403 })), false],
    ['A malformed input', malformedInput(), false],
  ];
  return errors.map(([name, problem, hasComment]) =>
    examplesOf(name, { verdict: 'error', problem, job: undefined, wasAccepted: false }, hasComment),
  );
}

function malformedInput(): ActionError {
  const required = { 'INPUT_BASE-URL': 'https://api.example.com', 'INPUT_PROJECT-ID': 'p1', 'INPUT_API-KEY': 'key' };
  try {
    readInputs({ ...required, INPUT_TIMEOUT: '30' }, (text) => text);
  } catch (error) {
    if (error instanceof InputError) return error;
  }
  throw new Error('The input is accepted.');
}

function examplesOf(name: string, outcome: Outcome, hasComment = !WITHOUT_COMMENT.includes(outcome.verdict)): string {
  const isBeforeRequest = 'problem' in outcome && outcome.problem instanceof InputError;
  const followUp = { isFollowUp: 'isProven' in outcome };
  const context = around(undefined, isBeforeRequest ? { retryHints: undefined } : followUp);
  const comment = !hasComment ? [] : [block('markdown', renderEnded(outcome, CARD, context))];
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
