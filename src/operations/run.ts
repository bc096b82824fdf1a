import { VERSION } from '../action-metadata.ts';
import { createAgentService, spendingRequest } from '../agent/service.ts';
import type { Clock } from '../clock.ts';
import { connectGitHub } from '../github/client.ts';
import type { Send } from '../http/transport.ts';
import type { Inputs } from '../inputs.ts';
import type { Outcome } from '../report/outcome.ts';
import type { Reporter } from '../reporter.ts';
import type { Runner } from '../runner.ts';
import { openStatusComment } from '../thread/report-to.ts';
import type { GitHubEvent } from '../trigger/event.ts';
import { readTrigger } from '../trigger/trigger.ts';
import { decideWhatToAsk } from './ask.ts';
import { createAndWait } from './create-and-wait.ts';

export interface Effects {
  readonly runner: Runner;
  readonly clock: Clock;
  readonly send: Send;
  /** Aborts when the run is cancelled. */
  readonly signal: AbortSignal;
}

/** Answers an event: is it a request, what to ask; then a job, and its end. */
export async function run(event: GitHubEvent, inputs: Inputs, reporter: Reporter, effects: Effects): Promise<Outcome> {
  const { runner, clock, send, signal } = effects;
  const trigger = readTrigger(event, inputs.trigger);
  if (trigger.kind === 'none') return { verdict: 'skipped', reason: trigger.reason };

  const github = connectGitHub(inputs.githubToken, { ...effects, env: runner.env, deadline: inputs.timeout });
  const decision = await decideWhatToAsk(trigger, inputs, github, runner);
  if (decision.kind === 'nothing') return decision.outcome;
  const { asked } = decision;
  const { apiKey } = inputs;
  if (apiKey === null) {
    reporter.rehearsed(asked, spendingRequest(inputs, asked.prompt.text));
    return { verdict: 'skipped', rehearsed: true, obstacle: asked.obstacle };
  }

  const mayRepeat = () => !signal.aborted && clock.now() < inputs.timeout;
  const comment = await openStatusComment(trigger, inputs, github, { warn: runner.warn, mayRepeat });
  reporter.asked(asked, comment);

  const deadline = inputs.timeout - reportingTime(inputs.timeout);
  const { baseUrl, projectId, jobPath } = inputs;
  const connection = { baseUrl, projectId, jobPath, apiKey, userAgent: `docs-agent-action/${VERSION}` };
  const service = createAgentService(connection, { send, clock, deadline, signal, onSend: reporter.sent });
  return createAndWait(asked.prompt.text, { service, reporter, clock, deadline, signal });
}

/** Milliseconds at the end of the budget that are kept for outputs and comment. */
const reportingTime = (timeout: number): number => Math.min(Math.max(timeout * 0.02, 300), 5_000);
