import { expect } from '@jest/globals';
import { createPerson } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import type { Operation } from '../../sandbox/service/operations.ts';
import { createService } from '../../sandbox/service/service.ts';
import { as, say } from './events.ts';
import { proseOf } from './markers.ts';
import { type BundleScene, type Comment, dispatch, type Scene } from './scene.ts';

type Changes = NonNullable<Parameters<BundleScene['run']>[0]>;

const BOT = 'github-actions[bot]';

/**
 * Options for the steps of one scene: each step belongs to another run, and mentions no account.
 */
const asAnotherRun = (id: number, { inputs, run, ...changes }: Changes = {}): Changes => ({
  ...changes,
  run: { id, ...run },
  inputs: { timeout: '60s', notify: 'false', ...inputs },
});

/** The number of a run, derived from its event. */
const runOf = ({ payload }: GitHubEvent): number =>
  100 +
  Number(Object(payload.comment).id ?? Object(payload.issue ?? payload.pull_request).number ?? 0);

export const start = (scene: BundleScene, event: GitHubEvent, changes?: Changes): Step =>
  scene.start({ event, ...asAnotherRun(runOf(event), changes) });

/** Runs the step on an event, in a new run. */
export const answer = (
  scene: BundleScene,
  event: GitHubEvent,
  changes?: Changes,
): Promise<StepResult> => start(scene, event, changes).result;

/** Runs the step on a comment by alice with this text. */
export const command = async (
  scene: BundleScene,
  body: string,
  changes?: Changes,
): Promise<StepResult> => answer(scene, await say(scene, body), changes);

/** The event of a workflow that alice started manually. */
export const byHand = ({ event }: BundleScene): GitHubEvent =>
  as(dispatch(), { repository: event.payload.repository, sender: event.payload.sender });

/** The input by which a run reports in the scene's issue. */
export const inThread = ({ issue }: BundleScene) => ({ 'issue-number': String(issue.number) });

/** A comment that only says which other one reports the request. */
export const isMoved = (body: string): boolean => /^\*\*↪️ (Replaced|Duplicate)\*\* · /.test(body);

/** The comments of the action in a thread that report a request, as people see them. */
export async function botComments(
  { github, issue }: BundleScene,
  on = issue.number,
): Promise<{ id: number; url: string; prose: string; body: string }[]> {
  const comments = await createPerson(github, 'alice').readComments(on);
  return comments
    .filter(({ author, body }) => author === BOT && !isMoved(body))
    .map(({ id, url, body }) => ({ id, url, body, prose: proseOf(body) }));
}

/** The requests in each job's prompts, in order. */
export const turnsOf = ({ service }: BundleScene): string[][] =>
  service.jobs.map(({ turns }) => turns.map(({ kind }) => kind));

/** The requests for this operation that the service received, answered or not. */
export const requestsFor = (
  { service }: BundleScene,
  operation: Operation,
): { path: string; body: string }[] =>
  service.requests.filter((request) => request.operation === operation);

/** The note that explains why a request created a new job. */
export const whyAnew = (prose: string): { to: string; why: string } | undefined => {
  const [, to, why] =
    /New job, because of \[an earlier request\]\((.*?)\): (.*)\. {2}/.exec(prose) ?? [];
  return to && why ? { to, why } : undefined;
};

/** A re-run of {@link BundleScene.run}. */
export const AGAIN = { run: { attempt: 2 } };

/** The only comment in the thread that reports a request. */
export async function onlyComment(scene: BundleScene): Promise<Comment | undefined> {
  const all = await scene.comments();
  const [comment, ...others] = all.filter(({ body }) => !isMoved(body));
  expect(others).toEqual([]);
  return comment;
}

/** The service of another project with the same key. */
export const createBlog = ({ service: { key }, clock }: Scene) =>
  createService({ projectId: 'acme-blog', key, clock, job: { seconds: 0 } });

/**
 * A project whose key is replaced: the key that created its first jobs, and the current key. Both
 * are valid.
 */
export async function createKeyChange({ clock }: Pick<Scene, 'clock'>) {
  const [key, older] = ['docs_younger', 'docs_older'];
  const service = await createService({
    key,
    moreKeys: { [older]: 'acme-docs' },
    job: { seconds: 0 },
    clock,
  });
  const inputsWith = (apiKey: string) => ({
    'base-url': service.url,
    'api-key': apiKey,
    timeout: '30s',
  });
  return {
    older: inputsWith(older),
    younger: inputsWith(key),
    creates: () => service.requests.filter(({ operation }) => operation === 'create').length,
    [Symbol.asyncDispose]: () => service.close(),
  };
}
