import { toCodeLine } from '../github/fields.ts';
import { quoteName } from '../text/escape.ts';
import { parseCommand } from './command.ts';
import { type CommandComment, commandRequest } from './command-request.ts';
import { ISSUE_COMMENT, parsePayload, REVIEW, REVIEW_COMMENT } from './payload.ts';
import { activityOf, byIssue, byPull, type RequestSource } from './request-source.ts';
import { notARequest, type Trigger, type TriggerRules } from './trigger.ts';

/** Reads the event `issue_comment`. @throws EventError, as the other readers do. */
export function readComment(payload: unknown, rules: TriggerRules): Trigger {
  const event = { name: 'issue_comment', what: 'a comment', wanted: 'created' };
  return readCommand(event, payload, rules, () => {
    const { comment, ...about } = parsePayload(ISSUE_COMMENT, payload, event.name);
    const { id, html_url: url, body } = comment;
    const written = { kind: 'comment', id, url, line: undefined, review: undefined } as const;
    return { body, written, source: byIssue(about) };
  });
}

/** Reads the event `pull_request_review`. GitHub sends it for each single line comment too, with an empty body. */
export function readReview(payload: unknown, rules: TriggerRules): Trigger {
  const event = { name: 'pull_request_review', what: 'a review', wanted: 'submitted' };
  return readCommand(event, payload, rules, () => {
    const { review: submitted, ...about } = parsePayload(REVIEW, payload, event.name);
    const { id, html_url: url, body, submitted_at: submittedAt } = submitted;
    const source = byPull(about);
    const review = { kind: 'comments-of', pull: source.thread.number, id, submittedAt } as const;
    return { body, written: { kind: 'review', id, url, line: undefined, review }, source };
  });
}

/** Reads the event `pull_request_review_comment`. GitHub sends it for each line comment of a review. */
export function readReviewComment(payload: unknown, rules: TriggerRules): Trigger {
  const event = { name: 'pull_request_review_comment', what: 'a comment', wanted: 'created' };
  return readCommand(event, payload, rules, () => {
    const { comment, ...about } = parsePayload(REVIEW_COMMENT, payload, event.name);
    const { id, html_url: url, body, pull_request_review_id: reviewId, ...line } = comment;
    const source = byPull(about);
    const review = reviewId
      ? ({ kind: 'unless-command', pull: source.thread.number, id: reviewId } as const)
      : undefined;
    return { body, written: { kind: 'review comment', id, url, line: toCodeLine(line), review }, source };
  });
}

interface CommandEvent {
  readonly name: string;
  readonly what: string;
  /** The activity that can be a request. */
  readonly wanted: string;
}

interface WrittenText {
  readonly body: string | null | undefined;
  readonly written: CommandComment;
  readonly source: RequestSource;
}

function readCommand(
  { name, what, wanted }: CommandEvent,
  payload: unknown,
  rules: TriggerRules,
  read: () => WrittenText,
): Trigger {
  const activity = activityOf(payload, name);
  if (activity !== wanted) return notARequest(`${what} that was ${quoteName(activity)}`, 'a new one is');
  const { body, written, source } = read();
  const command = parseCommand(body ?? '', rules.command);
  if (command) return commandRequest(source, written, command);
  return notARequest(
    `${what} whose first word is not ${quoteName(rules.command)}`,
    'one that begins with it is (`trigger-command`)',
  );
}
