import * as errors from '../../src/errors.ts';
import { headlineFor, reasonOf, remedyFor } from '../../src/github/errors.ts';
import { fromSocketError, TransportError, type TransportFault } from '../../src/http/transport-error.ts';
import { errorFromResponse, errorFromTransport } from '../../src/service/errors.ts';
import { ERROR_HELP, type ErrorHelp } from './error-help.ts';
import { between, table } from './page.ts';
import { ERRORS, findSourceTexts, type SourceText } from './source-errors.ts';
import { VERDICT_HELP } from './verdict-help.ts';

/** `docs/troubleshooting.md` with its tables. @throws Error if an error of the source has no help, or a help belongs to no error. */
export function renderTroubleshooting(page: string): string {
  const texts = findSourceTexts('src');
  const blocks: Record<string, string[]> = {
    verdicts: verdictRows(),
    errors: errorSections(texts),
    'service-answers': serviceAnswers(),
    'no-answer': noAnswer(),
    'github-answers': gitHubAnswers(),
    globs: unique(texts, 'GlobError').map(({ message }) => `- ${message}`),
    reasons: reasons(texts),
  };
  return Object.entries(blocks).reduce((text, [name, lines]) => between(text, name, lines), page);
}

/** Checks that each error has help, and each help an error. @throws Error that names those that do not. */
export function checkHelp(texts: readonly SourceText[], help: Readonly<Record<string, ErrorHelp>>): void {
  const messages = new Set(texts.filter(({ creator }) => ERRORS.includes(creator)).map(({ message }) => message));
  const problems = [
    ...[...messages].filter((message) => !(message in help)).map((message) => `no help for the error: ${message}`),
    ...Object.keys(help)
      .filter((message) => !messages.has(message))
      .map((message) => `help for no error: ${message}`),
  ];
  if (problems.length > 0) throw new Error(`scripts/docs/error-help.ts:\n${problems.join('\n')}`);
}

function verdictRows(): string[] {
  const rows = Object.entries(VERDICT_HELP).map(([verdict, { meaning, causes, fix }]) => [
    `\`${verdict}\``,
    meaning,
    causes.join('<br>'),
    fix,
  ]);
  return table(['Verdict', 'Meaning', 'Causes, the most likely first', 'What to do'], rows);
}

function errorSections(texts: readonly SourceText[]): string[] {
  checkHelp(texts, ERROR_HELP);
  return ERRORS.flatMap((creator) => {
    const rows = unique(texts, creator).map(({ message, remedy }) => {
      const { cause = '', fix = remedy } = ERROR_HELP[message] ?? {};
      return [message === '…' ? '`<input>` is “…”; expected …' : message.replaceAll('\n', '<br>'), cause, fix];
    });
    return [`### ${kindOf(creator)}`, '', ...table(['Message', 'Likely cause', 'Fix'], rows), ''];
  }).slice(0, -1);
}

function reasons(texts: readonly SourceText[]): string[] {
  const rows = unique(texts, 'notARequest').map(({ message, remedy }) => [
    message.replace(/^…/, 'a comment or review'),
    remedy === '…' ? 'the label of `trigger-label` is one' : remedy,
  ]);
  return table(['The event', 'Instead'], rows);
}

/** The headline of a class of errors. */
function kindOf(creator: string): string {
  const found = Object.entries(errors).find(([name]) => name === creator)?.[1];
  if (!found || found === errors.ActionError) throw new Error(`src/errors.ts has no ${creator}`);
  const Concrete = found as typeof errors.InputError;
  return new Concrete('', '').headline;
}

function unique(texts: readonly SourceText[], creator: string): SourceText[] {
  const byMessage = new Map(
    texts.filter((text) => text.creator === creator).map((text) => [text.message + text.remedy, text]),
  );
  return [...byMessage.values()];
}

const STATUSES = [400, 401, 402, 403, 404, 409, 413, 500];

function serviceAnswers(): string[] {
  const answer = (status: number) => ({ status, headers: new Map<string, string>(), body: Buffer.alloc(0) });
  const url = new URL('https://api.example.com');
  const asked = { method: 'POST', url } as const;
  const connection = { baseUrl: url, apiKey: 'key' };
  const rows = STATUSES.map((status) => {
    const { headline, remedy } = errorFromResponse(answer(status), { ...asked, purpose: 'create' }, connection);
    return [shown(status), headline.replace('500', '5xx'), remedy];
  });
  const toFollowUp = (status: number) =>
    errorFromResponse(answer(status), { ...asked, purpose: 'follow-up' }, connection);
  return table(
    ['Status', 'Headline', 'Fix'],
    [
      ...rows,
      ['400, 404, 410 to a follow-up', 'Service error', toFollowUp(404).remedy],
      ['409 to a follow-up', toFollowUp(409).headline, toFollowUp(409).remedy],
    ],
  );
}

const shown = (status: number) => (status === 500 ? '5xx' : String(status));

/** What causes each fault, in words; for a failed socket, its error. */
const FAULTS: Record<TransportFault, string | { readonly code: string; readonly message?: string }> = {
  unresolved: { code: 'ENOTFOUND' },
  refused: { code: 'ECONNREFUSED' },
  'connect-timeout': { code: 'ETIMEDOUT' },
  certificate: { code: 'CERT_HAS_EXPIRED' },
  handshake: { code: 'EPROTO' },
  proxy: { code: '', message: 'Bad response: 407' },
  cancelled: 'the run was cancelled',
  interrupted: 'the run was cancelled',
  timeout: 'no complete answer within … s',
  reset: 'the connection broke before the answer (…)',
  redirect: 'the server answered 3…, a redirect, which is not followed',
  malformed: 'the answer is not valid HTTP (…), or cannot be decoded',
  truncated: 'the answer was truncated',
  'too-large': 'the answer is larger than 1048576 bytes',
};

function noAnswer(): string[] {
  const rows = Object.entries(FAULTS).map(([fault, sample]) => {
    const message = typeof sample === 'string' ? sample : socketMessage(sample);
    return [message, errorFromTransport(new TransportError(fault as TransportFault, message)).remedy];
  });
  const byText = new Map(rows.map((row) => [row.join(), row]));
  return table(['Message', 'Fix'], [...byText.values()]);
}

const socketMessage = ({ code, message }: { readonly code: string; readonly message?: string }) =>
  fromSocketError(Object.assign(new Error(message), { code }), false).message;

function gitHubAnswers(): string[] {
  const limited = { status: 403, response: { headers: { 'x-ratelimit-remaining': '0' } } };
  const moved = { status: 500, cause: new TransportError('redirect', 'GitHub redirected to another host') };
  const rows = [{ status: 401 }, { status: 403 }, limited, { status: 502 }, moved].map((fields) => {
    const error = Object.assign(new Error(), fields);
    return [headlineFor(error), reasonOf(error), remedyFor(error)];
  });
  return table(['Headline', 'Reason', 'Fix'], rows);
}
