import type { Range } from '../github/comparison.ts';
import type { Sanitized } from '../sanitize/sanitize.ts';
import type { RichText } from '../text/rich-text.ts';

/** What happened, as far as it matters here. */
export type Trigger = RequestTrigger | NotARequest;

/**
 * An event that asks for work. One reader per event fills the record; whatever follows decides by its fields, and not by the event,
 * so that a new event is one function here.
 */
export interface RequestTrigger {
  readonly kind: 'label' | 'opened' | 'command' | 'merged' | 'push' | 'release' | 'schedule-or-dispatch';
  readonly requester: Actor;
  /** Whether anybody can cause it, so that the permission of the requester must be checked. */
  readonly needsAuthorization: boolean;
  /** The issue or pull request that it is about, and in which it is reported. */
  readonly thread: IssueOrPull | undefined;
  /** Where `thread` is undefined: the pull request that this commit merged is the one to report in. */
  readonly mergeCommit: { readonly sha: string; readonly branch: string } | undefined;
  /** What tells this cause from others, for the request key. */
  readonly identity: readonly string[];
  /** Whether asking again is meant: a label can be set twice, a comment is written once. */
  readonly isRepeatable: boolean;
  /** When it happened, by GitHub's clock, in milliseconds since the epoch; undefined where a later time means nothing. */
  readonly askedAt: number | undefined;
  /** Whether it continues the job of the thread, if there is one. */
  readonly continuesJob: boolean;
  readonly retry: RetryKind;
  /** What gets the reactions; undefined where GitHub knows none. */
  readonly reactTo: ReactionTarget | undefined;
  /** Where the request was made, for people. */
  readonly origin: RichText;
  /** The request in the words of the person who asked; undefined where it has none. */
  readonly quote: { readonly text: string; readonly author: string } | undefined;
  readonly prompt: PromptParts;
}

/** What a trigger adds to the prompt. */
export interface PromptParts {
  /** Who did what, in a sentence of ours; undefined where nobody did. */
  readonly statement: string | undefined;
  /** Untrusted text that comes with the event, the request first. */
  readonly sections: readonly Section[];
  /** The commits that it is about. */
  readonly range: Range | undefined;
  /** Whether the text says what is wanted; else the changes do. */
  readonly isRequestInText: boolean;
  /** Whether there is nothing to do where no changed file matters. */
  readonly needsChanges: boolean;
  /** Whether patches may be shown: not where somebody else wrote the code, and may have changed it since. */
  readonly mayShowPatches: boolean;
  /** What the documentation is to follow. */
  readonly subject: 'pull request' | 'release';
}

/** Text of ours, or untrusted text. */
export type Text = string | Sanitized;

/** Untrusted text, with who wrote it and where. */
export interface Section {
  /** One line of ours. */
  readonly heading: string;
  readonly parts: readonly Text[];
}

/** How to ask again. `label`: undefined where only its kind is remembered. */
type RetryKind =
  | { readonly kind: 'label'; readonly label: string | undefined }
  | { readonly kind: 'command' | 'run'; readonly label: undefined };

export type ReactionTarget =
  | { readonly kind: 'thread'; readonly number: number }
  | { readonly kind: 'comment' | 'review comment'; readonly id: number };

/** An account, as events name it. */
export interface Actor {
  /** Empty where the event names nobody. */
  readonly login: string;
  /** The account's number, which stays when it is renamed; null where the event names none. */
  readonly id: number | null;
  readonly isBot: boolean;
}

/** Whom an event without a sender names. */
export const NOBODY: Actor = { login: '', id: null, isBot: false };

/** An issue or pull request, in the words of the event's payload. */
export interface IssueOrPull {
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

/** What makes an event a request. */
export interface TriggerRules {
  /** `*`: no label is needed. */
  readonly label: string;
  /** What a comment must begin with. */
  readonly command: string;
}

export interface NotARequest {
  readonly kind: 'none';
  /** What happened, and what would have been a request. */
  readonly reason: string;
}

/** @param instead what would have been a request: `adding the label is`. */
export const notARequest = (what: string, instead: string): NotARequest => ({
  kind: 'none',
  reason: `${what} is no request; ${instead}`,
});
