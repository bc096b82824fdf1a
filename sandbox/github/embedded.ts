import { randomBytes } from 'node:crypto';
import { type SandboxClock, systemClock } from '../clock.ts';
import { createFaults, type Fault } from '../http/faults.ts';
import { createFaultyServer, type LoggedRequest } from '../http/server.ts';
import { REQUEST_HEADER } from '../virtual-clock.ts';
import { answerRequest } from './model/api.ts';
import { commit } from './model/pushes.ts';
import {
  type Account,
  addAccount,
  addRepository,
  createHub,
  type Repository,
} from './model/state.ts';
import { createLabel } from './model/threads.ts';
import { createRateLimit, limitedAnswer } from './rate-limit.ts';
import { createWebPages, type WorkflowRuns } from './web/pages.ts';
import { createWebhookInbox } from './webhook-inbox.ts';

/** By default, a request is not executed if it gets no answer, or a given one. */
type GitHubFault = Fault & { readonly method: string; readonly path: RegExp };

/**
 * `alice` owns the repository; `mike` has the role `maintain`, `bob` `write`, `trudy` `triage`, and
 * `mallory` none.
 */
export type Login = keyof typeof TOKENS;

/**
 * A stateful GitHub in this process, served over HTTP: a model (`model/`) of one repository of an
 * organization.
 */
export type GitHub = Awaited<ReturnType<typeof createGitHub>>;

const OWNER = 'acme';
const REPO = 'docs';
const HOME = `${OWNER}/${REPO}`;
const TOKENS = {
  alice: 'token-alice',
  mike: 'token-mike',
  bob: 'token-bob',
  trudy: 'token-trudy',
  mallory: 'token-mallory',
};
const ROLES = { alice: 'admin', mike: 'maintain', bob: 'write', trudy: 'triage' } as const;
const PAGES = {
  'docs/index.md':
    '# Acme\n\nAcme keeps your anvils in one place. Start with the [command line](cli.md).\n',
  'docs/cli.md': '# Command line\n\n## `acme list`\n\nLists all anvils, one per line.\n',
};

/** The account as which the service's agent works. */
const AGENT = 'mintlify[bot]';

const mint = () => `ghs_${randomBytes(18).toString('hex')}`;

/**
 * Starts an embedded GitHub. @param clock default: the system clock. @throws if a port cannot be
 * opened.
 */
export async function createGitHub({
  clock = systemClock,
}: {
  readonly clock?: SandboxClock;
} = {}) {
  const events = createWebhookInbox();
  const runs: WorkflowRuns = new Map();
  const tokens = { ...TOKENS, action: '', agent: '' };
  const lag = { milliseconds: 0 };
  const latency = { milliseconds: 0 };
  const rateLimit = createRateLimit(clock.now);
  const faults = createFaults<GitHubFault>();
  const server = await createFaultyServer<LoggedRequest, GitHubFault>({
    clock,
    faults,
    describe: (request) => request,
    concerns: (fault, { method, path }) => fault.method === method && fault.path.test(path),
    isExecuted: ({ kind }) => kind !== 'answer' && kind !== 'reset' && kind !== 'hang',
    latency: ({ headers }) => (REQUEST_HEADER in headers ? latency.milliseconds : 0),
    answer({ method, path: url, headers: { authorization }, body }) {
      const workflow = { token: tokens.action, repository: HOME };
      return limitedAnswer((raw) => answerRequest(hub, raw, workflow), rateLimit, {
        method,
        url,
        authorization,
        body,
      });
    },
    // Web pages are no API requests: not logged, without faults and limits.
    aside({ method, url = '/' }) {
      return method === 'GET' ? showPage(url.split('?', 1)[0] ?? '') : undefined;
    },
  });
  const hub = createHub({
    url: server.url,
    api: server.url,
    now: clock.now,
    deliver: events.deliver,
    counts: new Map(),
    inLists: (comment) =>
      clock.now() - comment.createdAt >= lag.milliseconds ? comment : undefined,
  });
  const showPage = createWebPages(hub, runs);

  /** @param as the owner. */
  function fill(as: Account, name: string, isPrivate = false): Repository {
    const repository = addRepository(hub, { owner: as, name, isPrivate });
    for (const [login, role] of Object.entries(ROLES)) repository.roles.set(login, role);
    const alice = hub.accounts.find(({ login }) => login === 'alice') ?? as;
    createLabel(repository, 'docs', 'Asks the docs agent');
    commit(
      repository,
      alice,
      { 'README.md': `# ${name}\n` },
      { message: 'Initial commit', branch: 'main' },
    );
    for (const [path, text] of Object.entries(PAGES))
      commit(repository, alice, { [path]: text }, { message: `Add ${path}`, branch: 'main' });
    return repository;
  }

  function seed(): void {
    for (const each of [hub.accounts, hub.repositories]) each.length = 0;
    for (const each of [hub.tokens, hub.counts]) each.clear();
    for (const each of [lag, latency]) each.milliseconds = 0;
    const owner = addAccount(hub, OWNER, 'Organization');
    for (const [login, token] of Object.entries(TOKENS))
      hub.tokens.set(token, addAccount(hub, login));
    Object.assign(tokens, { action: mint(), agent: mint() });
    hub.tokens.set(tokens.action, addAccount(hub, 'github-actions[bot]', 'Bot'));
    hub.tokens.set(tokens.agent, addAccount(hub, AGENT, 'Bot'));
    fill(owner, REPO);
    events.clear();
  }

  seed();
  return {
    ...server,
    faults: {
      clear: faults.clear,
      add: (fault: GitHubFault) =>
        faults.add(
          fault.kind === 'answer' ? { body: '{"message":"made to fail"}', ...fault } : fault,
        ),
    },
    rateLimit,
    /** How long every response to a run on the virtual clock takes. */
    latency,
    /** How long lists lack a new comment. */
    lag,
    /** The model itself, in which people act. */
    hub,
    runs,
    owner: OWNER,
    repo: REPO,
    /**
     * The people's tokens; `action`: the token of a workflow's job in the repository; `agent`: the
     * token that the service's agent has.
     */
    tokens,
    /** The deliveries of webhooks so far, in GitHub's form. */
    events,
    /**
     * Creates another repository of the owner, with the same people and pages; its deliveries are
     * among `events`. For its people: `createPerson({ ...github, repo }, 'alice')`.
     */
    addRepository: (repo: string, { isPrivate = false } = {}) =>
      fill(hub.accounts[0] ?? addAccount(hub, OWNER), repo, isPrivate),
    /** Restores the initial state, with new tokens. */
    reset() {
      server.release();
      server.requests.length = 0;
      for (const each of [faults, rateLimit, runs]) each.clear();
      seed();
    },
  };
}
