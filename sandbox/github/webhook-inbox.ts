import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBytes } from '../bytes.ts';
import { asObject } from './json.ts';
import { type Listening, listen } from './listen.ts';
import type { TimeStamps } from './time-stamps.ts';
import type { Get } from './upstream.ts';
import { asGitHubSends } from './webhook-payload.ts';

/** A webhook that GitHub delivered. */
export interface GitHubEvent {
  /** `issues`, `push`, ... */
  readonly name: string;
  readonly payload: { readonly action?: string; readonly [field: string]: unknown };
}

export type Deliver = (event: GitHubEvent) => void;

export interface WebhookInbox extends Listening {
  /** Waits for the first delivery of this name and action, past or future; or for the `nth`, counted from 1. */
  waitFor(name: string, action?: string, nth?: number): Promise<GitHubEvent>;
  /** Waits for the delivery about a comment, past or future. */
  waitForComment(id: number): Promise<GitHubEvent>;
  /** The deliveries of this name and action so far, oldest first. */
  all(name: string, action?: string): GitHubEvent[];
  /** Adds a delivery that the sandbox creates, complete as GitHub sends it. */
  readonly deliver: Deliver;
  clear(): void;
}

/** The emulator sends incomplete deliveries for some pushes, and none for others, so `ref-watch.ts` creates all of them. */
const SENT_BY_REF_WATCH = ['push', 'create', 'delete'];

/** @param get reads fields that the emulator's payloads lack. */
export async function createWebhookInbox(get: Get, { translate }: TimeStamps): Promise<WebhookInbox> {
  const delivered: GitHubEvent[] = [];
  const waiting = new Set<() => void>();
  let last: Promise<unknown> = Promise.resolve();
  let era = 0;
  const issues = new Set<string>();

  function deliver(event: GitHubEvent): void {
    delivered.push(event);
    for (const look of waiting) look();
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = String(request.headers['x-github-event']);
    const payload = asObject(JSON.parse(translate(String(await readBytes(request)))));
    const began = era;
    // Sequential, so that deliveries keep their order even if completing one takes longer.
    const turn = last.then(() => asGitHubSends({ name, payload }, get, issues));
    last = turn.catch(() => {});
    const event = await turn;
    if (began === era && !SENT_BY_REF_WATCH.includes(name)) deliver(event);
    response.end();
  }

  const server = await listen((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });

  const first = (find: () => GitHubEvent | undefined): Promise<GitHubEvent> =>
    new Promise((resolve) => {
      const look = () => {
        const event = find();
        if (!event) return;
        waiting.delete(look);
        resolve(event);
      };
      waiting.add(look);
      look();
    });
  const all = (name: string, action?: string) =>
    delivered.filter((each) => each.name === name && (!action || each.payload.action === action));
  return {
    ...server,
    all,
    deliver,
    waitFor: (name, action, nth = 1) => first(() => all(name, action)[nth - 1]),
    waitForComment: (id) =>
      first(() => all('issue_comment', 'created').find(({ payload }) => asObject(payload.comment).id === id)),
    clear() {
      era += 1;
      delivered.length = 0;
      waiting.clear();
      issues.clear();
    },
  };
}
