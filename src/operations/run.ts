import { spendingRequest } from '../agent/client.ts';
import type { AskInputs } from '../inputs.ts';
import type { Asked } from '../report/asked.ts';
import type { Outcome } from '../report/outcome.ts';
import type { Reporter } from '../reporter.ts';
import { handOver } from '../thread/hand-over.ts';
import type { MarkedRequest } from '../thread/marker.ts';
import type { Wish } from '../thread/plan.ts';
import type { GitHubEvent } from '../trigger/event.ts';
import { type RequestTrigger, readTrigger } from '../trigger/trigger.ts';
import { decideWhatToAsk } from './ask.ts';
import { type Claim, claim } from './claim.ts';
import { deadlineOf, type Effects, gitHubFor, runsUrl, serviceFor } from './effects.ts';
import { type LookEffects, stepForTarget } from './next-step.ts';
import { markedRequest, openPlace, type Place } from './place.ts';
import type { SurveyPages } from './read-most.ts';
import { join, spendAndWait } from './spend-and-wait.ts';
import { surveySite } from './survey-site.ts';

/** Answers an event: is it a request, what to ask, was it asked before; then a job, and its end. */
export async function run(
  event: GitHubEvent,
  inputs: AskInputs,
  reporter: Reporter,
  effects: Effects,
): Promise<Outcome> {
  const { runner, clock, signal } = effects;
  const trigger = readTrigger(event, inputs.trigger);
  if (trigger.kind === 'none') return { verdict: 'skipped', reason: trigger.reason };

  const github = gitHubFor(inputs, effects);
  const { apiKey } = inputs;
  const surveyPages = apiKey === null ? undefined : surveyor(inputs, apiKey, reporter, effects);
  const decision = await decideWhatToAsk(trigger, inputs, surveyPages, { github, ...effects });
  if (decision.kind === 'nothing') return decision.outcome;
  const { asked } = decision;
  if (apiKey === null) {
    reporter.rehearsed(asked, spendingRequest(inputs, asked.prompt.text, inputs.jobId ?? undefined));
    return { verdict: 'skipped', rehearsed: true, obstacle: asked.obstacle };
  }

  const { request } = asked;
  const marked = markedRequest({ trigger, request, words: wordsOf(inputs, asked.changes) }, inputs, runner.env);
  const place = await openPlace({ trigger, request, marked }, { inputs, apiKey, github }, effects);
  if (!inputs.wait && !place.thread && !asked.hindrance) runner.warn(NOBODY_TELLS);
  reporter.asked(asked, place);

  const service = serviceFor(inputs, apiKey, reporter, effects);
  const waiting = { service, reporter, clock, signal, deadline: deadlineOf(inputs), waits: inputs.wait };
  const maySpend = asked.hindrance === undefined;
  const claimed = await claimWish(trigger, marked, place, { inputs, runner, maySpend, ...waiting });
  const wouldSpend = claimed.kind === 'create' || claimed.kind === 'follow-up';
  if (wouldSpend && asked.hindrance) return asked.hindrance;
  switch (claimed.kind) {
    case 'ended':
      return claimed.outcome;
    case 'attach':
      return join(claimed.job, claimed.since, waiting);
    case 'create':
      return spendAndWait(asked.prompt.text, claimed, { ...waiting, onStarted: async () => {} });
    case 'follow-up': {
      const { record } = claimed;
      const onStarted = async () => {
        if (record && place.thread && !signal.aborted)
          await handOver({ record, ...place.thread, runsUrl: runsUrl(runner.env) });
      };
      return spendAndWait(asked.prompt.text, claimed, { ...waiting, onStarted });
    }
  }
}

/** Half of the budget is the job's. */
const surveyor =
  (inputs: AskInputs, apiKey: string, reporter: Reporter, effects: Effects): SurveyPages =>
  (wish) =>
    surveySite({ inputs, apiKey, wish, deadline: inputs.timeout / 2 }, reporter, effects);

interface ClaimWishEffects extends LookEffects {
  readonly inputs: AskInputs;
  readonly reporter: Reporter;
  readonly maySpend: boolean;
  readonly runner: Effects['runner'];
}

async function claimWish(
  trigger: RequestTrigger,
  marked: MarkedRequest,
  { thread }: Place,
  { inputs, reporter, runner, ...effects }: ClaimWishEffects,
): Promise<Claim> {
  const target = inputs.jobId ?? undefined;
  if (!thread) {
    if (marked.attempt > 1 && effects.maySpend) runner.warn(inputs.comment ? NO_MEMORY : NO_COMMENT);
    if (target === undefined) return { kind: 'create', placing: {} };
    const step = await stepForTarget(target, [], effects);
    return step.kind === 'fail' ? { kind: 'ended', outcome: step.outcome } : step;
  }
  return claim({ ...marked, ...causeOf(trigger, target) }, target, {
    ...effects,
    ...thread,
    announce: reporter.asking,
    log: runner.log,
    warn: runner.warn,
    budget: inputs.timeout,
  });
}

/** What of the event decides about jobs that are there already. @param target the job that the workflow names. */
function causeOf(
  trigger: RequestTrigger,
  target: string | undefined,
): Pick<Wish, 'asksOnce' | 'askedAt' | 'continues'> {
  const { kind } = trigger;
  return {
    asksOnce: kind === 'command' || kind === 'push' || kind === 'release',
    askedAt: kind === 'label' ? trigger.thread.updatedAt : undefined,
    continues: kind === 'command' && !trigger.command.isFresh && target === undefined,
  };
}

/** What tells two calls of the same step from each other. `compare` names branches and tags, which move. */
const wordsOf = ({ instruction, context, compare, paths, pages, jobId }: AskInputs, changes: Asked['changes']) =>
  JSON.stringify([instruction, context, compare && [compare, changes?.baseSha, changes?.headSha], paths, pages, jobId]);

const NOBODY_TELLS =
  'With `wait: false` and no thread nobody will tell how the job ends, as a sweep finds jobs by their status comments. ' +
  'Set `issue-number` to a thread that it can be told in.';

const NO_MEMORY =
  'This run was run again, and no thread remembers what came of it the first time: a second job may be started. ' +
  'Set `issue-number` to give it a memory.';
const NO_COMMENT =
  'This run was run again, and with `comment: false` nothing remembers what came of it the first time: a second job may be started.';
