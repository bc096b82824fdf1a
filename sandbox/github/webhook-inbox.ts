import { text } from 'node:stream/consumers';
import { type Listening, listen } from './listen.ts';

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

export async function createWebhookInbox(): Promise<WebhookInbox> {
  const delivered: GitHubEvent[] = [];
  const waiting = new Set<() => void>();

  const server = await listen(async (request, response) => {
    delivered.push({ name: String(request.headers['x-github-event']), payload: JSON.parse(await text(request)) });
    response.end();
    for (const look of waiting) look();
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
