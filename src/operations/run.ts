import type { AskInputs } from '../inputs/inputs.ts';
import type { Outcome } from '../outcome.ts';
import type { PreparedRequest } from '../render/request-log.ts';
import { markContinued } from '../report/mark-continued.ts';
import type { Reporter } from '../report/reporter.ts';
import { claim } from '../request/claim.ts';
import { collectVisitors } from '../request/collect-visitors.ts';
import { type ActionContext, deadlineOf, gitHubFor, serviceFor } from '../request/context.ts';
import { prepareRequest } from '../request/prepare.ts';
import { markedRequest, openReportTarget } from '../request/report-target.ts';
import { attachAndWait, submitAndWait } from '../request/submit-and-wait.ts';
import type { CollectVisitors } from '../request/top-pages.ts';
import { type FollowUpTarget, type TurnEffects, type TurnTaken, waitForTurn } from '../request/turn.ts';
import { buildSubmitRequest } from '../service/jobs.ts';
import type { RequestIdentity } from '../thread/earlier-requests.ts';
import type { GitHubEvent } from '../trigger/event.ts';
import { readTrigger } from '../trigger/read-trigger.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';

/** Answers an event: is it a request, what to ask, was it asked before; then a job, and its end. */
export async function run(
  event: GitHubEvent,
  inputs: AskInputs,
  reporter: Reporter,
  effects: ActionContext,
): Promise<Outcome> {
  const { runner, clock, signal } = effects;
  const trigger = readTrigger(event, inputs.trigger);
  if (trigger.kind === 'none') return { verdict: 'skipped', reason: trigger.reason };

  const github = gitHubFor(inputs, effects);
  const { apiKey } = inputs;
  const collectVisitors = apiKey === null ? undefined : surveyor(inputs, apiKey, reporter, effects);
  const decision = await prepareRequest(trigger, inputs, collectVisitors, { github, ...effects });
  if (decision.kind === 'nothing') return decision.outcome;
  const { asked } = decision;
  if (apiKey === null) {
    reporter.dryRun(asked, buildSubmitRequest(inputs, asked.prompt.text, inputs.jobId ?? undefined));
    return { verdict: 'skipped', dryRun: true, skipReason: asked.skipReason };
  }

  const { request, analyticsFailure } = asked;
  const marked = markedRequest({ trigger, request, words: wordsOf(inputs, asked.changes) }, inputs, effects);
  const place = await openReportTarget({ trigger, request, marked }, { inputs, apiKey, github }, effects);
  if (!inputs.wait && !place.thread && !analyticsFailure) runner.warn(NOBODY_TELLS);
  reporter.prepared(asked, place);

  const service = serviceFor(inputs, apiKey, reporter, effects);
  const waiting = {
    service,
    reporter,
    clock,
    signal,
    deadline: deadlineOf(inputs),
    waits: inputs.wait,
    continuedBy: async () => place.thread?.report.continuedBy(),
  };
  const identity = { ...marked, asksOnce: !trigger.isRepeatable, askedAt: trigger.askedAt };
  const target = targetOf(trigger, inputs);
  const claiming = { ...waiting, onReading: reporter.read, progress: reporter.progress };
  const claimed = place.thread
    ? await claim(identity, target, {
        ...claiming,
        ...place.thread,
        analyticsFailure: analyticsFailure,
        warn: runner.warn,
        budget: inputs.timeout,
      })
    : await claimWithoutThread(identity, { target, analyticsFailure, inputs }, { ...claiming, runner });
  switch (claimed.kind) {
    case 'ended':
      return claimed.outcome;
    case 'attach':
      return attachAndWait(claimed.job, claimed.since, waiting);
    case 'create':
      return submitAndWait(asked.prompt.text, claimed, { ...waiting, onStarted: async () => {} });
    case 'follow-up': {
      const { record } = claimed;
      const onStarted = async () => {
        if (record && place.thread && !signal.aborted)
          await markContinued({ record, ...place.thread, runsUrl: runner.context.runsUrl });
      };
      return submitAndWait(asked.prompt.text, claimed, { ...waiting, onStarted });
    }
  }
}

/** Half of the budget is the job's. */
const surveyor =
  (inputs: AskInputs, apiKey: string, reporter: Reporter, effects: ActionContext): CollectVisitors =>
  (query) =>
    collectVisitors({ inputs, apiKey, query, deadline: inputs.timeout / 2 }, reporter, effects);

interface Unremembered {
  readonly target: FollowUpTarget | undefined;
  readonly analyticsFailure: Outcome | undefined;
  readonly inputs: AskInputs;
}

/** Nothing remembers the request: a re-run cannot know what came of it. */
async function claimWithoutThread(
  identity: RequestIdentity,
  { target, analyticsFailure, inputs }: Unremembered,
  { runner, ...effects }: Omit<TurnEffects, 'report'> & Pick<ActionContext, 'runner'>,
): Promise<TurnTaken> {
  if (analyticsFailure) return { kind: 'ended', outcome: analyticsFailure };
  if (identity.attempt > 1) runner.warn(inputs.comment ? NO_MEMORY : NO_COMMENT);
  if (target?.kind !== 'job') return { kind: 'create' };
  const report = { describe() {}, waiting: async () => {}, starting: async () => {} };
  return waitForTurn({ identity, target, records: [], read: async () => [] }, { ...effects, report });
}

/** Which job the request continues; undefined for a job of its own. */
function targetOf(trigger: RequestTrigger, { jobId }: AskInputs): FollowUpTarget | undefined {
  if (jobId !== null) return { kind: 'job', jobId };
  return trigger.continuesJob ? { kind: 'newest' } : undefined;
}

/** What tells two calls of the same step from each other. `compare` names branches and tags, which move. */
const wordsOf = (
  { instruction, context, compare, paths, pages, jobId }: AskInputs,
  changes: PreparedRequest['changes'],
) =>
  JSON.stringify([instruction, context, compare && [compare, changes?.baseSha, changes?.headSha], paths, pages, jobId]);

const NOBODY_TELLS =
  'With `wait: false` and no thread nobody will tell how the job ends, as a sweep finds jobs by their status comments. ' +
  'Set `issue-number` to a thread that it can be told in.';

const NO_MEMORY =
  'This run was run again, and no thread remembers what came of it the first time: a second job may be started. ' +
  'Set `issue-number` to give it a memory.';
const NO_COMMENT =
  'This run was run again, and with `comment: false` nothing remembers what came of it the first time: a second job may be started.';
