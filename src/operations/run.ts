import { randomUUID } from 'node:crypto';
import { VERSION } from '../action-metadata.ts';
import { createAgentService, spendingRequest } from '../agent/service.ts';
import type { Clock } from '../clock.ts';
import { GitHubError } from '../errors.ts';
import { connectGitHub, type GitHub, NO_ACCESS } from '../github/client.ts';
import { readComparison } from '../github/comparison.ts';
import { commentsOf } from '../github/issue-comments.ts';
import { readMergedPull } from '../github/merged-pull.ts';
import { readRole } from '../github/permission.ts';
import type { Send } from '../http/transport.ts';
import type { Inputs } from '../inputs.ts';
import { areRelevant, type Changes, selectChanges } from '../prompt/changes.ts';
import { composePrompt } from '../prompt/compose.ts';
import { readInstruction } from '../prompt/instruction.ts';
import { rangeOf } from '../prompt/words.ts';
import type { Outcome } from '../report/outcome.ts';
import { describeRequest } from '../report/request.ts';
import type { Reporter } from '../reporter.ts';
import type { Runner } from '../runner.ts';
import { createStatusComment, type StatusComment } from '../thread/status-comment.ts';
import type { GitHubEvent } from '../trigger/event.ts';
import { admit } from '../trigger/gate.ts';
import { type RequestTrigger, readTrigger } from '../trigger/trigger.ts';
import { createAndWait } from './create-and-wait.ts';

export interface Effects {
  readonly runner: Runner;
  readonly clock: Clock;
  readonly send: Send;
  /** Aborts when the run is cancelled. */
  readonly signal: AbortSignal;
}

/** Answers an event: is it a request, may they, what matters, what to ask; then a job, and its end. */
export async function run(event: GitHubEvent, inputs: Inputs, reporter: Reporter, effects: Effects): Promise<Outcome> {
  const { runner, clock, send, signal } = effects;
  const trigger = readTrigger(event, inputs.trigger);
  if (trigger.kind === 'none') return { verdict: 'skipped', reason: trigger.reason };
  const instruction = readInstruction(inputs.instruction, runner.env.GITHUB_WORKSPACE ?? process.cwd());

  const github = connectGitHub(inputs.githubToken, { ...effects, env: runner.env, deadline: inputs.timeout });
  const admission = await admit(trigger, runner.env, inputs.gate, (login) => readRole(needed(github), login));
  const isRehearsal = inputs.apiKey === null;
  if (admission.kind === 'denied' && !isRehearsal) return { verdict: 'denied', reason: admission.reason };

  const changes = await changesOf(trigger, inputs, github);
  if (changes && isAboutChanges(trigger) && !areRelevant(changes))
    return { verdict: 'skipped', reason: irrelevant(changes) };

  const fence = randomUUID();
  runner.mask(fence); // the summary shows the prompt, and the fence is not to be learnt from it
  const prompt = composePrompt({ trigger, instruction, context: inputs.context, changes, fence });
  const { removed } = prompt;
  const { command } = inputs.trigger;
  const request = describeRequest({ trigger, instruction, command, admission, removed, runUrl: runUrl(runner.env) });
  const asked = { request, prompt, changes, needs: inputs.gate.minimum };
  if (inputs.apiKey === null) {
    reporter.rehearsed(asked, spendingRequest(inputs, prompt.text));
    return { verdict: 'skipped', rehearsed: true };
  }
  reporter.asked(asked, await statusComment(trigger, inputs, github, effects));

  const deadline = inputs.timeout - reportingTime(inputs.timeout);
  const connection = { ...inputs, apiKey: inputs.apiKey, userAgent: `docs-agent-action/${VERSION}` };
  const service = createAgentService(connection, { send, clock, deadline, signal, onSend: reporter.sent });
  return createAndWait(prompt.text, { service, reporter, clock, deadline, signal });
}

function needed(github: GitHub | undefined): GitHub {
  if (github) return github;
  throw new GitHubError(
    `GitHub could not be asked: ${NO_ACCESS}`,
    'Nothing was spent. Leave `github-token` at its default.',
  );
}

/** What changed, as far as anybody wants to know it. */
async function changesOf(
  trigger: RequestTrigger,
  { compare, context, paths }: Inputs,
  github: GitHub | undefined,
): Promise<Changes | undefined> {
  const range = compare ? ({ ...compare, since: 'merge-base' } as const) : rangeOf(trigger);
  const isWanted = context !== 'none' || paths.include.length + paths.exclude.length > 0;
  return range && isWanted ? selectChanges(await readComparison(needed(github), range), paths) : undefined;
}

/** The changes are the request. Whoever comments, or writes an issue, asks in words, whatever changed. */
function isAboutChanges(trigger: RequestTrigger): boolean {
  return trigger.kind !== 'command' && !('thread' in trigger && trigger.thread.kind === 'issue');
}

function irrelevant({ ignoredFiles }: Changes): string {
  if (ignoredFiles === 0) return 'no file changed';
  return `of the changed files (${ignoredFiles}) none matters; \`paths\` and \`paths-ignore\` say which do`;
}

async function statusComment(
  trigger: RequestTrigger,
  inputs: Inputs,
  github: GitHub | undefined,
  { runner, clock, signal }: Effects,
): Promise<StatusComment | undefined> {
  if (!inputs.comment) return undefined;
  const issueNumber = inputs.issueNumber ?? (await threadOf(trigger, github, runner.warn));
  if (issueNumber === undefined) return undefined;
  if (!github) {
    runner.warn(`No status comment: ${NO_ACCESS}`);
    return undefined;
  }
  const mayRepeat = () => !signal.aborted && clock.now() < inputs.timeout;
  return createStatusComment(commentsOf(github, issueNumber), runner.warn, undefined, mayRepeat);
}

/** The event's own thread; for a push, the pull request that it merged. Not to find that one is no reason to do nothing. */
async function threadOf(
  trigger: RequestTrigger,
  github: GitHub | undefined,
  warn: (line: string) => void,
): Promise<number | undefined> {
  if ('thread' in trigger) return trigger.thread.number;
  if (trigger.kind !== 'push' || trigger.push.isTag || !github) return undefined;
  const { head, name: branch } = trigger.push;
  return readMergedPull(github, { head, branch }).catch((error: unknown) => {
    if (!(error instanceof GitHubError)) throw error;
    warn(`No status comment: ${error.message} Give the job \`permissions: { pull-requests: write }\`.`);
    return undefined;
  });
}

/** Milliseconds at the end of the budget that are kept for outputs and comment. */
const reportingTime = (timeout: number): number => Math.min(Math.max(timeout * 0.02, 300), 5_000);

function runUrl({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }: Runner['env']): string | undefined {
  if (!GITHUB_REPOSITORY || !GITHUB_RUN_ID) return undefined;
  return `${GITHUB_SERVER_URL ?? 'https://github.com'}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
}
