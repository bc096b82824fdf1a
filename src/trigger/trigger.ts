import type { Range } from '../github/comparison.ts';
import type { Sanitized } from '../sanitize/sanitize.ts';
import { named } from '../text/escape.ts';
import type { GitHubEvent } from './event.ts';
import { ofPush, ofRelease } from './history-events.ts';
import { type NoRequest, noRequest } from './not-a-request.ts';
import { BY_ANYBODY, parsePayload } from './payload.ts';
import { ofComment, ofIssue, ofPull, ofReview, ofReviewComment } from './thread-events.ts';

/** What happened, as far as it matters here. */
export type Trigger = RequestTrigger | NoRequest;

/** An event that asks for work: who asked, and in whose words. */
export type RequestTrigger = { readonly askedBy: Person } & (
  | { readonly kind: 'label'; readonly thread: Thread; readonly label: string }
  /** An issue where no label is needed, or a pull request that came up for review. */
  | { readonly kind: 'opened'; readonly thread: Thread; readonly activity: Activity }
  | {
      readonly kind: 'command';
      readonly thread: Thread;
      readonly comment: CommandComment;
      readonly command: Command;
    }
  | { readonly kind: 'merged'; readonly thread: Thread }
  | { readonly kind: 'push'; readonly push: Push }
  | { readonly kind: 'release'; readonly release: Release }
  /** A schedule or a dispatch: the workflow runs for a reason of its own. */
  | { readonly kind: 'event'; readonly event: string }
);

interface CommandComment {
  readonly kind: 'comment' | 'review' | 'at a line';
  readonly id: number;
  readonly url: string;
  /** The file that it stands at. */
  readonly path: string | undefined;
}

/** What somebody did with a thread. */
type Activity = 'opened' | 'reopened' | 'marked as ready for review';

export interface Person {
  /** Empty where the event names nobody. */
  readonly login: string;
  /** The account's number, which stays when it is renamed; null where the event names none. */
  readonly id: number | null;
  readonly isBot: boolean;
}

/** An issue or pull request, in the words of the event's payload. */
export interface Thread {
  readonly kind: 'issue' | 'pull request';
  readonly number: number;
  readonly title: Sanitized;
  readonly body: Sanitized;
  readonly url: string;
  readonly author: string;
  /** GitHub's time of the event, in milliseconds since the epoch, where the payload tells it. */
  readonly updatedAt: number | undefined;
  /** The commits of a pull request, where the payload names them. */
  readonly range: Range | undefined;
}

/** What somebody wrote after `trigger-command`. */
export interface Command {
  /** Empty where the thread itself says what is wanted. */
  readonly request: Sanitized;
  /** `new` is its first word: a job of its own, whatever the thread holds. */
  readonly isFresh: boolean;
}

interface Push {
  /** `main`, or `v1.3.0` for a tag, as it came. */
  readonly name: string;
  readonly isTag: boolean;
  /** The commit that the branch or tag named before; zeros where there was none. */
  readonly before: string;
  readonly head: string;
  /** A tag moves no file. */
  readonly range: Range | undefined;
}

export interface Release {
  readonly id: number;
  /** As GitHub wrote it; empty where it did not. A tag can be published again. */
  readonly publishedAt: string;
  readonly tag: string;
  readonly title: Sanitized;
  readonly notes: Sanitized;
  readonly url: string;
  readonly author: string;
}

/** What makes an event a request. */
export interface TriggerRules {
  /** `*`: no label is needed. */
  readonly label: string;
  /** What a comment must begin with. */
  readonly command: string;
}

/** Which words of an event are a request, and whose. @throws EventError when the payload lacks what GitHub documents. */
export function readTrigger({ name, payload }: GitHubEvent, rules: TriggerRules): Trigger {
  switch (name) {
    case 'issues':
      return ofIssue(payload, rules);
    case 'pull_request':
      return ofPull(payload, rules);
    case 'issue_comment':
      return ofComment(payload, rules);
    case 'pull_request_review':
      return ofReview(payload, rules);
    case 'pull_request_review_comment':
      return ofReviewComment(payload, rules);
    case 'push':
      return ofPush(payload);
    case 'release':
      return ofRelease(payload);
    case 'workflow_dispatch':
    case 'repository_dispatch':
    case 'schedule':
      return { kind: 'event', event: name, askedBy: parsePayload(BY_ANYBODY, payload, name).sender ?? NOBODY };
    default:
      return noRequest(`the event ${named(name)}`, OTHERS);
  }
}

/** Whom an event without a sender names. */
export const NOBODY: Person = { login: '', id: null, isBot: false };
const OTHERS = 'a label, a command in a comment, a merge, push, release, schedule or dispatch is';
