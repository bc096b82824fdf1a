import type { Login } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { Scene } from './scene.ts';
import { until } from './until.ts';

/** Somebody's comment, and its event; also in a thread where there are others. */
export async function command(
  { github, issue }: Scene,
  body: string,
  { by = 'alice', number = issue.number }: { by?: Login; number?: number } = {},
): Promise<GitHubEvent> {
  const { id } = await createPerson(github, by).comment(number, body);
  const find = () =>
    github.events.all('issue_comment', 'created').find(({ payload }) => Object(payload.comment).id === id);
  await until('the comment is delivered', () => find() !== undefined);
  return find() ?? github.events.waitFor('issue_comment', 'created');
}
