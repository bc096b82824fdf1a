import type { ActionContext } from './action-context.ts';
import { ServiceError } from './errors.ts';
import { reasonOf } from './github/answers.ts';
import { NO_ACCESS } from './github/client.ts';
import { LIST_DELAY_MS } from './github/comments.ts';
import { withoutSecrets } from './http/transport.ts';
import { readInputs } from './inputs/inputs.ts';
import { endOfReading, endWithoutJob, ONE_READ_MS, reconcile } from './operations/reconcile.ts';
import { notSent, type Outcome, type Verdict } from './outcome.ts';
import { forgetPostState, readUnfinished } from './report/post-state.ts';
import { createReporter } from './report/reporter.ts';
import { type Connections, connect } from './request/connections.ts';
import { readSecrets } from './runtime/runner.ts';
import type { StatusRecord } from './thread/status-records.ts';
import { openThread } from './thread/thread.ts';

/** How long the post step reads the job and writes the status comment, in milliseconds. */
const TIMEOUT_MS = 90_000;
/** Milliseconds until it tries again. */
const RETRY_MS = 10_000;

type PostEffects = Omit<ActionContext, 'signal'>;
type Unfinished = NonNullable<ReturnType<typeof readUnfinished>>;

/**
 * The post step: if the step was killed, or its last edit failed, it makes its status comment true.
 * Otherwise, it does nothing. Never throws.
 */
export async function post(effects: PostEffects): Promise<void> {
  const { runner } = effects;
  try {
    for (const secret of readSecrets(runner.env)) runner.mask(secret);
    const state = readUnfinished(runner);
    if (!state) return;
    if (!state.verdict) runner.warn(state.jobId ? killedAtWork(state.jobId) : KILLED_BEFORE);
    if (state.thread && state.writer) await correctComment(state, effects);
  } catch (error) {
    runner.warn(`The status comment cannot be edited: ${reasonOf(error)}`);
  }
}

async function correctComment(state: Unfinished, effects: PostEffects): Promise<void> {
  const { runner } = effects;
  const send = withoutSecrets(effects.send, runner.redactExchanged);
  const context = { ...effects, send, signal: new AbortController().signal };
  const inputs = { ...readInputs(runner.env, runner.redactExchanged), timeout: TIMEOUT_MS };
  const connections = connect(inputs, createReporter(runner, effects.clock), context);
  const { statusComments } = connections;
  if (!statusComments) return runner.warn(`The status comment cannot be edited: ${NO_ACCESS}`);
  const thread = openThread(state.thread, statusComments);
  // the list may lack what the step wrote a moment ago
  await effects.clock.sleep(LIST_DELAY_MS, context.signal);
  const own = ownRecord(state, await thread.read([]));
  if (!own) return; // another process reported it since, or a person deleted it
  const outcome = await outcomeOf(state, own, connections);
  for (;;) {
    const end = await reconcile(own, outcome, inputs, statusComments, connections);
    if (end === 'done') return forgetPostState(runner);
    if (end === 'rejected' || effects.clock.now() > TIMEOUT_MS - RETRY_MS) return;
    await effects.clock.sleep(RETRY_MS, context.signal);
  }
}

const ownRecord = ({ writer }: Unfinished, records: readonly StatusRecord[]) =>
  records.findLast(({ marker, facts }) => marker.writer === writer && facts.end === undefined);

/** What is known of the request. Its job is read once. */
async function outcomeOf(
  { jobId, wasSent, sentAt, verdict }: Unfinished,
  { marker, sinceEditMs }: StatusRecord,
  { service, context: { clock } }: Connections,
): Promise<Outcome> {
  if (!jobId) return isUnsaid(verdict) && !wasSent ? notSent(UNSENT) : endWithoutJob(wasSent);
  const reading = await service.readJob(jobId, ONE_READ_MS);
  if (reading.kind !== 'job') return { verdict: 'error', problem: UNREAD, job: undefined, jobId };
  const { job } = reading;
  // The comment may be older than the request, if the service accepted that at a second try.
  const sentAgo = wasSent ? clock.date().getTime() - sentAt : sinceEditMs;
  const end = endOfReading({ marker, sinceEditMs: Math.min(sinceEditMs, sentAgo) }, reading);
  if (end) return end;
  if (verdict === 'started') return { verdict, job };
  return verdict
    ? { verdict: 'timed-out', job, problem: undefined, failures: 0 }
    : { verdict: 'cancelled', job };
}

/** The step ended with a verdict that only its log says. */
const isUnsaid = (verdict: Verdict | undefined): boolean =>
  verdict !== undefined && verdict !== 'cancelled' && verdict !== 'skipped';

const UNSENT = new ServiceError(
  'The run sent nothing to the service, and could not say here why.',
  'The log of the run says why.',
  { headline: 'Not sent' },
);
const UNREAD = new ServiceError(
  'The step could not report the job here, and the job could not be read afterwards.',
  'The log of the run may say more. Re-run the workflow, or run a sweep.',
  { headline: 'Job not read' },
);

const KILLED_BEFORE = 'The step was killed before the service returned a job id.';
const killedAtWork = (job: string) =>
  `The step was killed while it waited for job ${job}. The job keeps running.`;
