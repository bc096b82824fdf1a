import { asObject, type JsonObject, readList, readObject } from './json.ts';
import { freshPull, setPullRef } from './pull.ts';
import { type Move, NOTHING, pushPayload, shortName } from './push-payload.ts';
import { readRefs } from './refs.ts';
import type { Answer, Upstream } from './upstream.ts';
import type { Deliver } from './webhook-inbox.ts';
import { requesterOf } from './who-asks.ts';

interface Asking {
  readonly method: string;
  readonly path: string;
}

/** Requests that may move a branch or a tag. */
const MOVING = /^(?<repo>\/repos\/[^/]+\/[^/]+)\/(git\/refs|contents|releases|pulls\/\d+\/(merge|update-branch))(\/|$)/;

/** The commits of a repository's branches and tags after the last such request. */
export type KnownRefs = Map<string, ReadonlyMap<string, string>>;

/**
 * Compares branches and tags before and after each request that may move them, and sends GitHub's deliveries for each move: `push`,
 * `create`, `delete`, and `synchronize` for pull requests with this head.
 */
export function createRefWatch(deliver: Deliver, known: KnownRefs) {
  let last: Promise<unknown> = Promise.resolve();

  async function watch(repo: string, upstream: Upstream, act: () => Promise<Answer>): Promise<Answer> {
    const old = known.get(repo) ?? (await readPushed(repo, upstream));
    const answer = await act();
    const refs = await readPushed(repo, upstream);
    known.set(repo, refs);
    for (const move of movesBetween(old, refs)) await tell(move, repo, upstream, deliver);
    return answer;
  }

  return ({ method, path }: Asking, upstream: Upstream, act: () => Promise<Answer>): Promise<Answer> => {
    const repo = MOVING.exec(path.split('?', 1)[0] ?? '')?.groups?.repo;
    if (method === 'GET' || !repo) return act();
    // Sequential, so that only one request sends deliveries for a move.
    const turn = last.then(() => watch(repo, upstream, act));
    last = turn.catch(() => {});
    return turn;
  };
}

/** Branches and tags. There are other references, which are not pushed: the heads of pull requests. */
async function readPushed(repo: string, { get }: Upstream): Promise<Map<string, string>> {
  const refs = await readRefs(repo, 'refs/', get);
  return new Map([...refs].filter(([ref]) => /^refs\/(heads|tags)\//.test(ref)));
}

function movesBetween(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): Move[] {
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names
    .map((ref) => ({ ref, before: old.get(ref) ?? NOTHING, after: now.get(ref) ?? NOTHING }))
    .filter(({ before, after }) => before !== after);
}

async function tell(move: Move, repo: string, upstream: Upstream, deliver: Deliver): Promise<void> {
  const repository = readObject(await upstream.get(repo));
  if (repository.fork) return; // its webhooks are separate
  const common = { repository, sender: asObject(await requesterOf(upstream)) };
  const { ref, before, after } = move;
  const ref_type = ref.startsWith('refs/tags/') ? 'tag' : 'branch';
  const named = { ref: shortName(ref), ref_type, pusher_type: 'user', ...common };
  const { default_branch: master_branch, description } = repository;
  if (before === NOTHING) deliver({ name: 'create', payload: { ...named, master_branch, description } });
  if (after === NOTHING) deliver({ name: 'delete', payload: named });
  deliver({ name: 'push', payload: await pushPayload(move, common, upstream.get) });
  if (ref_type === 'branch' && after !== NOTHING) await synchronize(move, common, upstream, deliver);
}

async function synchronize(
  { ref, before, after }: Move,
  common: { repository: JsonObject; sender: JsonObject },
  upstream: Upstream,
  deliver: Deliver,
): Promise<void> {
  const pulls = readList(await upstream.get(`/repos/${common.repository.full_name}/pulls?per_page=100`));
  const moved = pulls.filter(({ head }) => {
    const { ref: branch, repo } = asObject(head);
    return branch === shortName(ref) && asObject(repo).id === common.repository.id;
  });
  for (const pull of moved) {
    await setPullRef(pull, 'head', after, upstream);
    const pull_request = await freshPull(pull, upstream.get);
    const payload = { action: 'synchronize', number: pull.number, before, after, pull_request, ...common };
    deliver({ name: 'pull_request', payload });
  }
}
