import * as v from 'valibot';
import { EventError } from '../errors.ts';
import type { Files } from '../runtime/files.ts';
import type { GitHubVariables } from '../runtime/github-variables.ts';
import { quoteName } from '../text/escape.ts';
import { parseRedacted } from '../text/redact-secrets.ts';
import { readIssueComment, readReview, readReviewComment } from './command-events.ts';
import { dispatchRequest, readPush, readRelease, readWorkflowRun } from './history-events.ts';
import { type EventName, isEventName, type Payload, parsePayload } from './payload.ts';
import { readIssue, readPull } from './thread-events.ts';
import { NO_ACTOR, type ReadEvent, type Trigger, type TriggerRules } from './trigger.ts';

export interface GitHubEvent {
  readonly name: string;
  /** Parsed JSON, not validated yet. */
  readonly payload: unknown;
}

/**
 * The event that started the run, from the file that the runner writes.
 * @param redact removes the step's own secrets.
 * @throws EventError
 */
export function readEvent(
  event: GitHubVariables['event'],
  files: Pick<Files, 'readFileSync'>,
  redact: (text: string) => string,
): GitHubEvent {
  if (!event) {
    throw new EventError('The runner names no event (GITHUB_EVENT_NAME, GITHUB_EVENT_PATH).', NOT_A_RUNNER);
  }
  const { name, path } = event;
  try {
    return { name, payload: parseRedacted(files.readFileSync(path, 'utf8'), redact) };
  } catch (cause) {
    const what = cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new EventError(`The event file of the runner ${what}.`, NOT_A_RUNNER, { cause });
  }
}

const NOT_A_RUNNER = 'Run the action as a step of a GitHub workflow. If it is one, check the runner.';

const readDispatch = (event: EventName) => ({
  read: ({ sender }: Payload<'schedule'>) => dispatchRequest(sender ?? NO_ACTOR, event),
  instead: '',
});

/** How an event is read, and which of its kind would be a request, for the reason why one is none. */
interface Reader<N extends EventName> {
  readonly read: (payload: Payload<N>, rules: TriggerRules) => ReadEvent;
  readonly instead: string | ((rules: TriggerRules) => string);
}

const COMMAND = 'a new one that begins with the command (`trigger-command`) is';

const READERS: { readonly [N in EventName]: Reader<N> } = {
  issues: {
    read: readIssue,
    instead: ({ label }) =>
      label === '*'
        ? 'opening an issue is (`trigger-label` is `*`)'
        : `the label ${quoteName(label)} is one (\`trigger-label\`)`,
  },
  pull_request: {
    read: readPull,
    instead: ({ label }) =>
      `opening it, marking it as ready for review, the label ${quoteName(label)} (\`trigger-label\`) and merging it are, and with \`pull-request: reuse\` new commits`,
  },
  issue_comment: { read: readIssueComment, instead: COMMAND },
  pull_request_review: { read: readReview, instead: COMMAND },
  pull_request_review_comment: { read: readReviewComment, instead: COMMAND },
  push: {
    read: readPush,
    instead: 'a push to the default branch or to one that `branches` names is, once the branch exists',
  },
  workflow_run: {
    read: readWorkflowRun,
    instead:
      'a successful one for a push, release, schedule or dispatch is, on the default branch or on one that `branches` names',
  },
  release: { read: readRelease, instead: 'publishing one is' },
  workflow_dispatch: readDispatch('workflow_dispatch'),
  repository_dispatch: readDispatch('repository_dispatch'),
  schedule: readDispatch('schedule'),
};

/**
 * Reads an event as a trigger, or as an event that is not a request.
 * @throws EventError when the payload differs from GitHub's documentation.
 */
export function readTrigger({ name, payload }: GitHubEvent, rules: TriggerRules): Trigger {
  return isEventName(name) ? readWith(name, payload, rules) : notARequest(`the event ${quoteName(name)}`, OTHERS);
}

function readWith<N extends EventName>(name: N, payload: unknown, rules: TriggerRules): Trigger {
  const { read, instead } = READERS[name];
  const event = read(parsePayload(name, payload), rules);
  if (typeof event !== 'string') return event;
  return notARequest(event, typeof instead === 'string' ? instead : instead(rules));
}

const OTHERS = 'a label, a command in a comment, a merge, push, release, workflow run, schedule or dispatch is';

const notARequest = (what: string, instead: string) =>
  ({ kind: 'none', reason: `${what} is not a request; ${instead}` }) as const;

const REPOSITORY = v.object({ full_name: v.string(), fork: v.optional(v.boolean(), false) });
/** The repository of a deleted fork is null. */
const FROM_HEAD = v.object({ head: v.object({ repo: v.nullable(v.object({ full_name: v.string() })) }) });
const ORIGIN = v.object({
  repository: v.fallback(v.optional(REPOSITORY), undefined),
  pull_request: v.fallback(v.optional(FROM_HEAD), undefined),
});

/**
 * Why this run has no secrets by GitHub's rules ("Using secrets in GitHub Actions": runs from forks get only the token, runs of
 * Dependabot only Dependabot secrets). Undefined if the run should have them.
 */
export function explainMissingSecrets(event: GitHubEvent, actor: string | undefined): string | undefined {
  if (actor === 'dependabot[bot]') {
    return 'runs of Dependabot get no secret of Actions; put the key into Settings → Secrets and variables → Dependabot';
  }
  const { success, output } = v.safeParse(ORIGIN, event.payload);
  if (!success) return undefined;
  const { repository, pull_request } = output;
  if (pull_request && pull_request.head.repo?.full_name !== repository?.full_name) {
    const isReview = event.name.startsWith('pull_request_review');
    const where = `in the conversation${isReview ? ', not in a review' : ''}`;
    return `runs for pull requests from forks get no secrets; instead, comment \`/docs\` (\`trigger-command\`) ${where}, which needs a workflow with \`on: issue_comment\``;
  }
  if (repository?.fork) {
    return 'this repository is a fork and has no key; put one into Settings → Secrets and variables → Actions';
  }
  return undefined;
}
