import type { Sanitized } from '../sanitize/removed.ts';
import { readPlain } from '../sanitize/sanitize.ts';
import { oneLine } from '../text/escape.ts';
import { nameOf, onOneLine, plainName, refSection } from './sections.ts';
import type { Actor, RequestTrigger } from './trigger.ts';

/** No authorization is needed: only accounts with write permission, or the workflow itself, can cause these events. */
const COMMON = {
  needsAuthorization: false,
  thread: undefined,
  pull: undefined,
  mergeCommit: undefined,
  cause: undefined,
  head: undefined,
  review: undefined,
  reactTo: undefined,
  quote: undefined,
  askedAt: undefined,
  continuesJob: false,
  retry: { kind: 'run', label: undefined },
} as const;

const PROMPT = {
  sections: [],
  range: undefined,
  isRequestInText: false,
  needsChanges: true,
  mayShowPatches: true,
  subject: 'pull request',
} as const;

/** The commit that a push or workflow run is about. */
interface HeadCommit {
  /** The first line of its message. */
  readonly subject: Sanitized;
  /** The author's username, or else the name. */
  readonly author: Sanitized;
}

const quoteOf = (commit: HeadCommit | undefined) =>
  commit?.subject.text ? { text: commit.subject.text, author: commit.author.text } : undefined;

export interface Push {
  /** `main`, or `v1.3.0` for a tag, as in the payload. Untrusted. */
  readonly name: string;
  /** A tag changes no file: `compare` names the changes. */
  readonly isTag: boolean;
  /** The commit that the branch or tag pointed to before; zeros if the tag is new. */
  readonly before: string;
  readonly head: string;
  /** Undefined if the payload lacks it. */
  readonly commit: HeadCommit | undefined;
}

export function pushRequest(requester: Actor, { name, isTag, before, head, commit }: Push): RequestTrigger {
  const target = isTag ? 'tag' : 'branch';
  const common = {
    ...PROMPT,
    statement: `${isTag ? 'Push of a tag' : 'Push to a branch'} by ${nameOf(requester)}.`,
    ref: refSection('the push', isTag ? 'Tag' : 'Branch', name),
  };
  const ofBranch = {
    mergeCommit: { sha: head, branch: name },
    cause: ['branch', name],
    head,
    prompt: { ...common, range: { base: before, head, since: 'base' } },
  } as const;
  return {
    ...COMMON,
    kind: 'push',
    requester,
    isRepeatable: false,
    origin: ['push to ', { code: name }],
    identity: ['push', target, name, before, head], // a force push may bring a commit back
    quote: quoteOf(commit),
    ...(isTag ? { prompt: common } : ofBranch),
  };
}

export interface WorkflowRun {
  /** The id of the workflow. */
  readonly workflow: number;
  readonly url: string;
  /** Undefined for the run of a release. Untrusted. */
  readonly branch: string | undefined;
  readonly head: string;
  /** Undefined if the payload lacks it. */
  readonly commit: HeadCommit | undefined;
}

/** A successful run of another workflow: its changes are those of the commit that it ran on. */
export function workflowRunRequest(requester: Actor, run: WorkflowRun): RequestTrigger {
  const { workflow, url, branch, head, commit } = run;
  const ofBranch = branch === undefined ? {} : { mergeCommit: { sha: head, branch }, cause: ['branch', branch] };
  return {
    ...COMMON,
    kind: 'workflow-run',
    requester,
    isRepeatable: false,
    origin: [{ link: 'workflow run', to: url }, ...(branch === undefined ? [] : [' on ', { code: branch }])],
    identity: ['workflow_run', String(workflow), head],
    head,
    quote: quoteOf(commit),
    ...ofBranch,
    prompt: {
      ...PROMPT,
      statement: `Successful workflow run, started by ${nameOf(requester)}.`,
      ...(branch !== undefined && { ref: refSection('the workflow run', 'Branch', branch) }),
      range: { base: undefined, head, since: 'first-parent' },
    },
  };
}

/**
 * A completed run of another workflow, such as failed CI, that the workflow sends to an existing job. Neither its commit nor a prompt
 * that names the run is part of the request key: a job whose follow-up fails again gets no second one, or the two would continue without end.
 */
export function workflowFollowUpRequest(
  requester: Actor,
  { workflow, url, branch, conclusion }: Pick<WorkflowRun, 'workflow' | 'url'> & { branch: string; conclusion: string },
): RequestTrigger {
  return {
    ...COMMON,
    kind: 'workflow-run',
    requester,
    isRepeatable: false,
    origin: [{ link: 'workflow run', to: url }, ' on ', { code: branch }],
    identity: ['workflow_run', String(workflow), 'follow-up', branch],
    ignoresInputs: true,
    prompt: {
      ...PROMPT,
      statement: `Workflow run ended with${plainName(conclusion)}, started by ${nameOf(requester)}.`,
      ref: refSection('the workflow run', 'Branch', branch),
      needsChanges: false,
    },
  };
}

export interface Release {
  readonly id: number;
  /** As in the payload; empty if missing. Part of the identity, as a release can be published again. */
  readonly publishedAt: string;
  readonly tag: string;
  readonly title: Sanitized;
  readonly notes: Sanitized;
  readonly url: string;
  readonly author: string;
}

export function releaseRequest(requester: Actor, release: Release): RequestTrigger {
  const { id, publishedAt, tag, author, url, title, notes } = release;
  const named = ['Tag: ', onOneLine(tag), '\nAddress: ', onOneLine(url, 2048), '\nTitle: ', title];
  const section = { heading: `release by ${oneLine(author, 100)}`, parts: [...named, '\n\n', notes] };
  return {
    ...COMMON,
    kind: 'release',
    requester,
    isRepeatable: false,
    origin: ['release ', { code: tag }],
    identity: ['release', String(id), publishedAt],
    quote: { text: title.text.trim() || readPlain(tag).text, author },
    prompt: {
      ...PROMPT,
      statement: `Release published by ${nameOf(requester)}.`,
      sections: [section],
      subject: 'release',
    },
  };
}

/** A request that the workflow itself starts. @param event `schedule`, `workflow_dispatch` or `repository_dispatch`. */
export function dispatchRequest(requester: Actor, event: string): RequestTrigger {
  return {
    ...COMMON,
    kind: 'schedule-or-dispatch',
    requester,
    isRepeatable: true,
    origin: [event.replaceAll('_', ' ')],
    identity: ['event', event],
    cause: ['event', event],
    prompt: { ...PROMPT, statement: undefined },
  };
}
