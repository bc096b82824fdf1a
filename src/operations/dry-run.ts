import { GitHubError, type ServiceError } from '../errors.ts';
import { knownReason, lacksText, statusOf } from '../github/answers.ts';
import { readPull } from '../github/pulls.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { errorOf, type Outcome } from '../outcome.ts';
import { type Changes, unmatchedGlobs } from '../prompt/changes.ts';
import type { PreparedRequest } from '../render/request.ts';
import type { Finished } from '../report/github-report.ts';
import { undeclared } from '../report/opened-for.ts';
import { type Connections, connectionOf, findThread } from '../request/connections.ts';
import { buildSubmitRequest } from '../service/agent-service.ts';
import { createVisitorsReader } from '../service/analytics.ts';
import { plural, quoteName } from '../text/format.ts';
import { shortLinksIn } from '../text/pull-link.ts';
import { reasonForWrite } from '../thread/comment-requests.ts';
import { linksOf } from '../thread/status-records.ts';
import { isAgent } from '../trigger/declared-accounts.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';

/** One thing that was checked, in a sentence. */
interface Finding {
  readonly kind: 'found';
  readonly text: string;
  readonly level: 'log' | 'warn';
}

const fine = (text: string): Finding => ({ kind: 'found', text, level: 'log' });
const doubtful = (text: string): Finding => ({ kind: 'found', text, level: 'warn' });

/**
 * Shows what a real run would send, and checks what only a first request would show otherwise: the
 * key, whether the token may comment, the account of the agent, and globs that match nothing.
 * Creates and writes nothing. `prepared`: undefined if a real run would send nothing, for the reason
 * in `outcome`.
 */
export async function dryRun(
  { outcome, prepared }: { outcome: Outcome; prepared?: PreparedRequest },
  trigger: RequestTrigger,
  inputs: Inputs,
  connections: Connections,
): Promise<Finished> {
  const { reporter } = connections;
  if (prepared) {
    const { prompt } = prepared;
    reporter.dryRun(prepared, buildSubmitRequest(inputs, prompt.text, inputs.jobId ?? undefined));
  }
  const found = (findings: readonly Finding[]) => {
    for (const { text, level } of findings) reporter.noted(text, level);
  };
  const key = await checkKey(inputs, connections);
  if (key.kind === 'rejected') return { outcome: errorOf(key.problem) };
  found([key]);
  found(await unlessUnanswered('Token', () => checkToken(trigger, inputs, connections)));
  found(await unlessUnanswered('Agent', () => checkAccount(inputs, connections)));
  found(checkGlobs(inputs, prepared?.changes));
  return { outcome };
}

/** What a check finds, or that GitHub does not answer. */
const unlessUnanswered = (what: string, check: () => Promise<Finding[]>): Promise<Finding[]> =>
  check().catch((error: unknown) => {
    if (!(error instanceof GitHubError)) throw error;
    return [notChecked(what, error.message)];
  });

const notChecked = (what: string, why: string): Finding =>
  doubtful(`${what}: not checked. ${why.split('\n')[0]}`);

/** Why a real run would fail. */
interface Rejection {
  readonly kind: 'rejected';
  readonly problem: ServiceError;
}

/** Reads one row of the analytics. */
async function checkKey(
  inputs: Inputs,
  { context, reporter, pollUntil }: Connections,
): Promise<Finding | Rejection> {
  if (inputs.apiKey === '') return fine('Key: not checked, as `api-key` is empty.');
  const { send, clock, signal } = context;
  const readPage = createVisitorsReader(
    connectionOf(inputs),
    { from: undefined, to: undefined, limit: 1 },
    { send, clock, signal, onSend: reporter.sent },
  );
  const left = Math.max(1, pollUntil - clock.now());
  const reading = await readPage(0, Math.min(left, KEY_TIMEOUT_MS));
  switch (reading.kind) {
    case 'page':
      return fine(KEY_ACCEPTED);
    case 'refused':
      return { kind: 'rejected', problem: reading.error };
    case 'transient':
      return notChecked('Key', reading.error.message);
    case 'throttled':
      return notChecked('Key', 'The quota of the analytics is used up (429).');
  }
}

/** Milliseconds. */
const KEY_TIMEOUT_MS = 20_000;
const KEY_ACCEPTED =
  'Key: accepted for `project-id`, by reading one row of the analytics. Whether its scope allows jobs is not known.';

/** Asks for a comment without a text, which GitHub refuses for that if the token may comment. */
async function checkToken(
  trigger: RequestTrigger,
  inputs: Inputs,
  connections: Connections,
): Promise<Finding[]> {
  const { github, statusComments } = connections;
  if (!github || !statusComments) return [];
  const number = await findThread(trigger, inputs, connections);
  if (number === undefined) return [fine(NO_THREAD)];
  const refusal: unknown = await statusComments
    .comments(number)
    .create('')
    .then(() => undefined)
    .catch((error: unknown) => error);
  const thread = `in #${number}`;
  if (refusal === undefined)
    return [doubtful(`Token: may comment ${thread}. GitHub did not refuse the empty comment.`)];
  if (lacksText(refusal)) return [fine(`Token: may comment ${thread}.`)];
  const reason = reasonForWrite(refusal);
  const isDenied = knownReason(refusal) !== undefined || DENIALS.includes(statusOf(refusal) ?? 0);
  return [
    isDenied
      ? doubtful(`Token: may not comment ${thread}. ${reason}`)
      : notChecked('Token', reason),
  ];
}

const DENIALS = [401, 403, 404, 410];
const NO_THREAD = 'Token: not checked, as this event has no issue or pull request to report in.';

/** The account of the newest pull request of this repository that a status comment records. */
async function checkAccount(
  { accounts }: Inputs,
  { github, statusComments, context }: Connections,
): Promise<Finding[]> {
  if (!github || !statusComments) return [];
  const repository = shortLinksIn(context.runner.variables.serverUrl, github.repository);
  const { records } = await statusComments.recent();
  const link = records
    .flatMap((record) => linksOf(record, repository))
    .findLast((each) => each.startsWith(repository));
  if (link === undefined) return [];
  const number = Number(link.slice(repository.length));
  const pull = await readPull(github, { ...github.repository, number });
  if (!pull) return [];
  return [
    isAgent(pull.author, accounts)
      ? fine(
          `Agent: opened #${number} as ${quoteName(pull.author.login)}, which \`agent-login\` names.`,
        )
      : doubtful(undeclared(pull.author, number)),
  ];
}

function checkGlobs({ paths }: Inputs, changes: Changes | undefined): Finding[] {
  if (!changes?.isComplete) return [];
  const count = plural(changes.files.length + changes.ignored.length, 'changed file');
  return unmatchedGlobs(paths, changes).map((glob) =>
    fine(`The glob ${quoteName(glob)} matches none of ${count}.`),
  );
}
