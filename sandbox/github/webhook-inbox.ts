import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { asObject } from './json.ts';
import { type Listening, listen } from './listen.ts';
import { asGitHubSends } from './webhook-payload.ts';

/** A webhook that GitHub delivered. */
export interface GitHubEvent {
  /** `issues`, `push`, ... */
  readonly name: string;
  readonly payload: { readonly action?: string; readonly [field: string]: unknown };
}

export interface WebhookInbox extends Listening {
  /** The first delivery of this name and action, come or to come. */
  waitFor(name: string, action?: string): Promise<GitHubEvent>;
  clear(): void;
}

/** @param emulator its address, for what its payloads leave out. */
export async function createWebhookInbox(emulator: string): Promise<WebhookInbox> {
  const delivered: GitHubEvent[] = [];
  const waiting = new Set<() => void>();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = String(request.headers['x-github-event']);
    delivered.push(await asGitHubSends({ name, payload: asObject(JSON.parse(await text(request))) }, emulator));
    response.end();
    for (const look of waiting) look();
  }

  const server = await listen((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });

  return {
    ...server,
    waitFor: (name, action) =>
      new Promise((resolve) => {
        const look = () => {
          const event = delivered.find((each) => each.name === name && (!action || each.payload.action === action));
          if (!event) return;
          waiting.delete(look);
          resolve(event);
        };
        waiting.add(look);
        look();
      }),
    clear() {
      delivered.length = 0;
      waiting.clear();
    },
  };
}
