/** A webhook that GitHub delivered. */
export interface GitHubEvent {
  readonly name: string;
  readonly payload: { readonly action?: string; readonly [field: string]: unknown };
}

export type Deliver = (event: GitHubEvent) => void;

export function createWebhookInbox() {
  const delivered: GitHubEvent[] = [];
  const waiting = new Set<() => void>();

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
    /** The deliveries of this name and action so far, oldest first. */
    all,
    deliver(event: GitHubEvent): void {
      delivered.push(event);
      for (const look of waiting) look();
    },
    /**
     * Waits for the first delivery of this name and action, past or future; or for the `nth`,
     * counted from 1.
     */
    waitFor: (name: string, action?: string, nth = 1) => first(() => all(name, action)[nth - 1]),
    /** Waits for the delivery about a comment, past or future. */
    waitForComment: (id: number) =>
      first(() =>
        all('issue_comment', 'created').find(({ payload }) => Object(payload.comment).id === id),
      ),
    clear(): void {
      delivered.length = 0;
      waiting.clear();
    },
  };
}
