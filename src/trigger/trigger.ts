import type { CommitRange } from '../github/comparison.ts';
import type { CodeLine } from '../github/reviews.ts';
import { addRemoved, type Removed, readPlain, type Sanitized } from '../sanitize/index.ts';
import { oneLine, type RichText } from '../text/format.ts';

/**
 * The event of a run, as data. `reason`: what happened, and which event would be a request instead.
 */
export type Trigger = RequestTrigger | { readonly kind: 'none'; readonly reason: string };

/** How a request was made. */
export const TRIGGER_KINDS = [
  'label',
  'opened',
  'command',
  'review',
  'merged',
  'push',
  'release',
  'workflow-run',
  'schedule',
  'dispatch',
  'event',
] as const;

/**
 * An event that is a request, as the reader of the event makes it. Other code uses its fields, so
 * that a new event needs only a new reader; only records and limits without a thread ask for its
 * kind. A field that an event has nothing for is undefined.
 */
export interface RequestTrigger {
  /** Kept in the status comment. */
  readonly kind: (typeof TRIGGER_KINDS)[number];
  readonly requester: Actor;
  /** Whether accounts without write permission can cause the event. */
  readonly needsAuthorization: boolean;
  /** The issue or pull request of the event, in which the request is reported. */
  readonly thread?: IssueOrPull;
  /** The number of `thread`, if it is a pull request. */
  readonly pull?: number | undefined;
  /** Without a thread, the request is reported in the pull request that this commit merged. */
  readonly mergeCommit?: { readonly sha: string; readonly branch: string } | undefined;
  /**
   * Identifies the event, as part of the request key: a new event has a new one, a re-run and a
   * second delivery have the same one.
   */
  readonly identity: readonly string[] | 'workflow run';
  /**
   * Requests with the same cause follow one another: a later one may continue an earlier one's pull
   * request. Undefined: none may.
   */
  readonly cause?: readonly string[] | undefined;
  /**
   * The branch that was pushed to: the event is judged by its newest commit, which may belong to a
   * pull request of the agent.
   */
  readonly pushedBranch?: string | undefined;
  /** The event of a bot is a request only if a workflow declares that bot. */
  readonly needsDeclaredBot?: boolean;
  /** It has no actor who asks: the account is that of the last edit of a cron line. */
  readonly isScheduled?: boolean;
  /** The newest commit whose changes the request describes. */
  readonly head?: string | undefined;
  /** What must be read of a review after the authorization. */
  readonly review?: ReviewRead | undefined;
  /**
   * When it happened, in milliseconds since the epoch by GitHub's clock, if it carries no text: an
   * earlier request may answer it.
   */
  readonly askedAt?: number | undefined;
  /** Whether the request continues the job of the thread, if there is one. */
  readonly continuesJob?: boolean;
  /** How the request was made, and is made again. */
  readonly retry: {
    readonly kind: 'label' | 'command' | 'run';
    readonly label: string | undefined;
  };
  /** The comment or thread that gets the reactions. */
  readonly reactTo?: ReactionTarget | undefined;
  /** What happened, as readable text, such as `push to main`. */
  readonly eventText: RichText;
  /** The requester's text, untrusted. */
  readonly quote?: { readonly text: string; readonly author: string } | undefined;
  readonly prompt: PromptParts;
}

export const BY_RUN = { kind: 'run', label: undefined } as const;

/** The parts of the prompt that a trigger provides. */
export interface PromptParts {
  /** A trusted sentence that says who did what; none if the workflow itself starts the request. */
  readonly statement?: string;
  /**
   * The branch or tag of the event, for a prompt that has sections. A name that git allows may be a
   * sentence, so it is untrusted.
   */
  readonly ref?: Section;
  /** The untrusted text of the event, the request first. */
  readonly sections: readonly Section[];
  /** The commits of the event. */
  readonly range?: CommitRange | undefined;
  /** Whether the text of the event is the request. Otherwise its changes are. */
  readonly isRequestInText: boolean;
  /** Whether the request is skipped if no relevant file changed. */
  readonly needsChanges: boolean;
  /** What the documentation must be brought up to date with. */
  readonly subject: 'pull request' | 'release';
}

/** A part of a review that the payload lacks. */
export type ReviewRead =
  /**
   * The review's line comments are part of the request. `submittedAt`: in milliseconds since the
   * epoch, by GitHub's clock.
   */
  | {
      readonly kind: 'comments-of';
      readonly pull: number;
      readonly id: number;
      readonly submittedAt: number;
    }
  /** The line comment is a request of its own only if the body of its review is not a command. */
  | { readonly kind: 'unless-command'; readonly pull: number; readonly id: number };

/** What gets the reactions. */
export type ReactionTarget =
  | { readonly kind: 'thread'; readonly number: number }
  | { readonly kind: 'comment' | 'review comment'; readonly id: number };

/** An account, as in a payload. */
export interface Actor {
  /** Empty if the event has no sender. */
  readonly login: string;
  /** The id of the account, which stays the same when it is renamed; null if the event has none. */
  readonly id: number | null;
  readonly isBot: boolean;
}

/** The actor of an event without a sender. */
export const NO_ACTOR: Actor = { login: '', id: null, isBot: false };

/** An issue or pull request, as in the payload. */
export interface IssueOrPull {
  readonly kind: 'issue' | 'pull request';
  readonly number: number;
  readonly title: Sanitized;
  readonly body: Sanitized;
  readonly url: string;
  readonly author: Actor;
  /**
   * When it was created, and when the event updated it, in milliseconds since the epoch by GitHub's
   * clock.
   */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The commits of a pull request, if the payload has them. */
  readonly range?: CommitRange;
}

/** The inputs that decide which events are requests. */
export interface TriggerRules {
  /** `*`: no label is needed. */
  readonly label: string;
  /** The command that a comment must begin with. */
  readonly command: string;
  /**
   * Globs of the branches whose pushes count besides those of the default branch, as in
   * `on.push.branches`.
   */
  readonly branches: readonly string[];
  /** Whether `compare` names the changes, so that the push of a tag has changes too. */
  readonly hasCompare: boolean;
  /** Whether `pull-request` is `reuse`, so that new commits of a pull request count. */
  readonly reusesPullRequest: boolean;
}

/** Trusted text (`string`), or sanitized untrusted text. */
export type UntrustedText = string | Sanitized;

/** A part of the prompt: untrusted text with a heading that names its author and address. */
export interface Section {
  /** One trusted line. */
  readonly heading: string;
  readonly parts: readonly UntrustedText[];
}

export const textOf = (parts: readonly UntrustedText[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');

/** What sanitizing removed from all parts. */
export const removedOf = (parts: readonly UntrustedText[]): Removed =>
  parts.reduce<Removed>(
    (sum, part) => (typeof part === 'string' ? sum : addRemoved(sum, part.removed)),
    {},
  );

/** An untrusted name for use within a line, sanitized. @param max UTF-16 units. */
export function onOneLine(text: string, max = 300): Sanitized {
  const sanitized = readPlain(text);
  return { ...sanitized, text: oneLine(sanitized.text, max) };
}

/** @param heading what has the branch or tag. */
export const refSection = (heading: string, kind: 'Branch' | 'Tag', name: string): Section => ({
  heading,
  parts: [`${kind}: `, onOneLine(name), '\n'],
});

/**
 * A name that the workflow gives, for a heading, with a leading space; empty if it could be read as
 * text, or holds a secret.
 */
export const plainName = (text: string): string =>
  /^[\w./+#@-]{1,100}$/.test(text) && readPlain(text).text === text ? ` ${text}` : '';

/** The requester's login, for a trusted line of the prompt. */
export const whoIs = ({ login }: { readonly login: string }): string =>
  oneLine(login, 100) || 'an unknown account';

/**
 * Lines of a hunk that the prompt shows, counted from its end: the commented line is the last one.
 */
const MAX_HUNK_LINES = 40;

/**
 * A comment on a line as part of a section: the place, the diff up to the line, and the text of the
 * comment.
 */
export function lineCommentParts({ path, line, hunk }: CodeLine, text: Sanitized): UntrustedText[] {
  const place = line === undefined ? 'File ' : `Line ${line} of `;
  const diff = hunk ? [shorten(readPlain(hunk)), '\n\n'] : [];
  return [place, readPlain(path), '\n\n', ...diff, text];
}

/**
 * The header and the last lines of a hunk. Secrets were redacted before, so that no cut can hide a
 * part of one.
 */
function shorten(hunk: Sanitized): Sanitized {
  const [header = '', ...lines] = hunk.text.split('\n');
  const surplus = lines.length - MAX_HUNK_LINES;
  if (surplus <= 0) return hunk;
  return {
    ...hunk,
    text: [header, `[${surplus} lines left out]`, ...lines.slice(surplus)].join('\n'),
  };
}
