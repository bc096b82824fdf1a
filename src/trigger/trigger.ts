import * as v from 'valibot';
import { EventError } from '../errors.ts';
import { oneLine } from '../text/defuse.ts';
import { WEB_ADDRESS } from '../text/web-address.ts';
import type { GitHubEvent } from './event.ts';

/** What happened, as far as it matters here. */
export type Trigger =
  /** Somebody marked an issue or pull request as a request. */
  | { kind: 'thread'; thread: Thread; askedBy: string; label: string }
  /** The workflow runs for a reason of its own; the prompt must say what is wanted. */
  | { kind: 'event'; event: string; askedBy: string }
  | { kind: 'none'; reason: string };

/** An issue or pull request, in the words of the event's payload. */
export interface Thread {
  readonly kind: 'issue' | 'pull request';
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly author: string;
}

const LOGIN = v.pipe(v.string(), v.maxLength(100));
/** A deleted account is `null` in payloads and `ghost` on the site. */
const USER = v.fallback(v.object({ login: LOGIN }), { login: 'ghost' });
const THREAD = v.object({
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  title: v.string(),
  body: v.nullish(v.string(), ''),
  html_url: WEB_ADDRESS,
  user: USER,
});
const ACTION = v.object({ action: v.string() });
const LABEL = v.object({ label: v.object({ name: v.string() }), sender: USER });
const PUSH = v.object({ deleted: v.optional(v.boolean(), false) });
const SENDER = v.object({ sender: v.fallback(USER, { login: '' }) });

/** Which words of an event are a request, and whose. @throws EventError when the payload lacks what GitHub documents. */
export function readTrigger({ name, payload }: GitHubEvent, triggerLabel: string): Trigger {
  switch (name) {
    case 'issues':
      return labelled(payload, 'issue', triggerLabel, () => parse(v.object({ issue: THREAD }), payload, name).issue);
    case 'pull_request':
      return labelled(
        payload,
        'pull request',
        triggerLabel,
        () => parse(v.object({ pull_request: THREAD }), payload, name).pull_request,
      );
    case 'release': {
      const { action } = parse(ACTION, payload, name);
      if (action === 'published') return ownEvent(name, payload);
      return { kind: 'none', reason: `a release that was ${oneLine(action, 40)} is no request; publishing one is` };
    }
    case 'push':
      return parse(PUSH, payload, name).deleted
        ? { kind: 'none', reason: 'deleting a branch or tag is no request; pushing to one is' }
        : ownEvent(name, payload);
    case 'workflow_dispatch':
    case 'repository_dispatch':
    case 'schedule':
      return ownEvent(name, payload);
    default:
      return { kind: 'none', reason: `the event \`${oneLine(name, 60)}\` is no request; ${REQUESTS}` };
  }
}

function ownEvent(event: string, payload: unknown): Trigger {
  return { kind: 'event', event, askedBy: parse(SENDER, payload, event).sender.login };
}

const REQUESTS = 'a label on an issue or pull request is, or a push, schedule, release or dispatch with a `prompt`';

function labelled(
  payload: unknown,
  kind: Thread['kind'],
  triggerLabel: string,
  readThread: () => v.InferOutput<typeof THREAD>,
): Trigger {
  const { action } = parse(ACTION, payload, kind);
  if (action !== 'labeled') {
    return {
      kind: 'none',
      reason: `an issue or pull request that was ${oneLine(action, 40)} is no request; adding the label is`,
    };
  }
  const { label, sender } = parse(LABEL, payload, kind);
  // Label names are unique without regard to case on GitHub.
  if (label.name.toLowerCase() !== triggerLabel.toLowerCase()) {
    return {
      kind: 'none',
      reason: `the label \`${oneLine(label.name, 60)}\` is no request; \`${oneLine(triggerLabel, 60)}\` is (input \`trigger-label\`)`,
    };
  }
  const { number, title, body, html_url, user } = readThread();
  const thread = { kind, number, title, body: body ?? '', url: html_url, author: user.login };
  return { kind: 'thread', thread, askedBy: sender.login, label: label.name };
}

function parse<S extends v.GenericSchema>(schema: S, payload: unknown, event: string): v.InferOutput<S> {
  const result = v.safeParse(schema, payload);
  if (result.success) return result.output;
  const field = v.getDotPath(result.issues[0]) ?? 'the whole';
  throw new EventError(
    `The payload of the event \`${event}\` is not what GitHub documents: \`${field}\`.`,
    'If this ran on GitHub, please report it with the name of the event.',
  );
}
