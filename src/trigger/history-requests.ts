import type { Range } from '../github/comparison.ts';
import type { Sanitized } from '../sanitize/sanitize.ts';
import { oneLine } from '../text/escape.ts';
import { nameOf, plainName } from './sections.ts';
import type { Actor, RequestTrigger } from './trigger.ts';

/** No authorization is needed: only accounts with write permission, or the workflow itself, can cause these events. */
const COMMON = {
  needsAuthorization: false,
  thread: undefined,
  mergeCommit: undefined,
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

export interface Push {
  /** `main`, or `v1.3.0` for a tag, as in the payload. Untrusted. */
  readonly name: string;
  readonly isTag: boolean;
  /** The commit that the branch or tag pointed to before; zeros if it is new. */
  readonly before: string;
  readonly head: string;
  /** Undefined for a tag, which changes no file. */
  readonly range: Range | undefined;
}

export function pushRequest(requester: Actor, { name, isTag, before, head, range }: Push): RequestTrigger {
  const statement = `${nameOf(requester)} pushed ${isTag ? 'the tag' : 'to the branch'}${plainName(name)}.`;
  return {
    ...COMMON,
    kind: 'push',
    requester,
    isRepeatable: false,
    origin: ['push to ', { code: name }],
    mergeCommit: isTag ? undefined : { sha: head, branch: name },
    identity: ['push', isTag ? 'tag' : 'branch', name, before, head], // a force push may bring a commit back
    prompt: { ...PROMPT, statement, range },
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
  const heading = `release${plainName(tag)} by ${oneLine(author, 100)}, ${url}`;
  const section = { heading, parts: ['Title: ', title, '\n\n', notes] };
  return {
    ...COMMON,
    kind: 'release',
    requester,
    isRepeatable: false,
    origin: ['release ', { code: tag }],
    identity: ['release', String(id), publishedAt],
    prompt: {
      ...PROMPT,
      statement: `${nameOf(requester)} published the release below.`,
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
    prompt: { ...PROMPT, statement: undefined },
  };
}
