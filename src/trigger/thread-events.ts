import type * as v from 'valibot';
import { quoteName } from '../text/escape.ts';
import { parseCommand } from './command.ts';
import {
  ABOUT_ISSUE,
  ABOUT_PULL,
  ACTION,
  type Comment,
  ISSUE_COMMENT,
  LABELED,
  parsePayload,
  REVIEW,
  REVIEW_COMMENT,
} from './payload.ts';
import {
  type CommandComment,
  commandRequest,
  labelRequest,
  mergeRequest,
  openedRequest,
  type RequestSource,
} from './thread-requests.ts';
import type { Trigger, TriggerRules } from './trigger.ts';
import { notARequest } from './trigger.ts';

/** Reads the event `issues`. @throws EventError, as the other readers do. */
export function readIssue(payload: unknown, rules: TriggerRules): Trigger {
  const activity = activityOf(payload, 'issues');
  const source = (): RequestSource => byIssue(parsePayload(ABOUT_ISSUE, payload, 'issues'));
  if (activity === 'labeled') return readLabel(payload, 'issues', rules, source);
  const mayOpen = activity === 'opened' || activity === 'reopened';
  if (mayOpen && rules.label === '*') return openedRequest(source(), activity);
  return notARequest(`an issue that was ${quoteName(activity)}`, opening(rules));
}

const ACTIVITIES = { opened: 'opened', reopened: 'reopened', ready_for_review: 'marked as ready for review' } as const;

/** Reads the event `pull_request`. */
export function readPull(payload: unknown, rules: TriggerRules): Trigger {
  const activity = activityOf(payload, 'pull_request');
  const read = () => parsePayload(ABOUT_PULL, payload, 'pull_request');
  switch (activity) {
    case 'labeled':
      return readLabel(payload, 'pull_request', rules, () => byPull(read()));
    case 'closed': {
      const about = read();
      if (about.pull_request.merged) return mergeRequest(byPull(about));
      return notARequest('closing a pull request', 'merging it is');
    }
    case 'opened':
    case 'reopened':
    case 'ready_for_review': {
      const about = read();
      if (about.pull_request.draft) return notARequest('a draft', 'marking it as ready for review is');
      return openedRequest(byPull(about), ACTIVITIES[activity]);
    }
    default:
      return notARequest(`a pull request that was ${quoteName(activity)}`, 'opening, labelling and merging it are');
  }
}

/** Reads the event `issue_comment`. */
export function readComment(payload: unknown, rules: TriggerRules): Trigger {
  const event = { name: 'issue_comment', what: 'a comment', wanted: 'created', kind: 'comment' } as const;
  return readCommand(event, payload, rules, () => {
    const { comment, ...about } = parsePayload(ISSUE_COMMENT, payload, event.name);
    return { comment, source: byIssue(about) };
  });
}

/** Reads the event `pull_request_review`. */
export function readReview(payload: unknown, rules: TriggerRules): Trigger {
  const event = { name: 'pull_request_review', what: 'a review', wanted: 'submitted', kind: 'review' } as const;
  return readCommand(event, payload, rules, () => {
    const { review, ...about } = parsePayload(REVIEW, payload, event.name);
    return { comment: review, source: byPull(about) };
  });
}

/** Reads the event `pull_request_review_comment`. */
export function readReviewComment(payload: unknown, rules: TriggerRules): Trigger {
  const event = {
    name: 'pull_request_review_comment',
    what: 'a comment',
    wanted: 'created',
    kind: 'review comment',
  } as const;
  return readCommand(event, payload, rules, () => {
    const { comment, ...about } = parsePayload(REVIEW_COMMENT, payload, event.name);
    return { comment, source: byPull(about) };
  });
}

interface CommandEvent {
  readonly name: string;
  readonly what: string;
  /** The activity that can be a request. */
  readonly wanted: string;
  readonly kind: CommandComment['kind'];
}

function readCommand(
  { name, what, wanted, kind }: CommandEvent,
  payload: unknown,
  rules: TriggerRules,
  read: () => { comment: Comment; source: RequestSource },
): Trigger {
  const activity = activityOf(payload, name);
  if (activity !== wanted) return notARequest(`${what} that was ${quoteName(activity)}`, 'a new one is');
  const { comment, source } = read();
  const { id, body, html_url: url, path } = comment;
  const command = parseCommand(body ?? '', rules.command);
  if (command) return commandRequest(source, { kind, id, url, path }, command);
  return notARequest(
    `${what} whose first word is not ${quoteName(rules.command)}`,
    'one that begins so is (`trigger-command`)',
  );
}

function readLabel(payload: unknown, event: string, rules: TriggerRules, source: () => RequestSource): Trigger {
  const { label } = parsePayload(LABELED, payload, event);
  // On GitHub, label names are unique regardless of case.
  if (label.name.toLowerCase() === rules.label.toLowerCase()) return labelRequest(source(), label.name);
  return notARequest(`the label ${quoteName(label.name)}`, opening(rules));
}

const opening = ({ label }: TriggerRules) =>
  label === '*'
    ? 'opening an issue is (`trigger-label` is `*`)'
    : `adding the label ${quoteName(label)} is (\`trigger-label\`)`;

const activityOf = (payload: unknown, event: string) => parsePayload(ACTION, payload, event).action;

function byIssue({ issue, sender }: v.InferOutput<typeof ABOUT_ISSUE>): RequestSource {
  const { number, title, body, html_url: url, user, pull_request, updated_at: updatedAt } = issue;
  const kind = pull_request ? 'pull request' : 'issue';
  const thread = { number, title, body, url, author: user.login, updatedAt };
  return { requester: sender, thread: { kind, ...thread, range: undefined } };
}

function byPull({ pull_request, sender }: v.InferOutput<typeof ABOUT_PULL>): RequestSource {
  const { number, title, body, html_url: url, user, base, head, updated_at: updatedAt } = pull_request;
  const range = { base: base.sha, head: head.sha, since: 'merge-base' } as const;
  const thread = { number, title, body, url, author: user.login, updatedAt };
  return { requester: sender, thread: { kind: 'pull request', ...thread, range } };
}
