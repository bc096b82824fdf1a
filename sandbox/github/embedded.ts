import { createEmulator } from 'emulate';
import { type SandboxClock, systemClock } from '../clock.ts';
import { createMint } from './app-token.ts';
import type { Lag, Latency } from './emulator-extensions.ts';
import { type JsonObject, readObject } from './json.ts';
import { freePort } from './listen.ts';
import { createProxyServer, type ProxyServer } from './proxy-server.ts';
import { fillRepository } from './repository.ts';
import { createTimeStamps } from './time-stamps.ts';
import { createTokenPool } from './token-pool.ts';
import { type Answer, createReader, createWriter } from './upstream.ts';
import { createWebhookInbox, type WebhookInbox } from './webhook-inbox.ts';
import type { WorkflowToken } from './workflow-token.ts';

/** `alice` owns the repository; `mike` has the role `maintain`, `bob` `write`, `trudy` `triage`, and `mallory` none. */
export type Login = keyof typeof PEOPLE;

/** A stateful GitHub in this process: the `emulate` package behind a proxy, seeded with one repository. */
export interface GitHub extends Pick<ProxyServer, 'url' | 'requests' | 'faults' | 'runs'> {
  /** How long lists lack a new comment. */
  readonly lag: Lag;
  /** How long every response to a run on the virtual clock takes. */
  readonly latency: Latency;
  /** How many requests are left, for all accounts together. */
  readonly rateLimit: { remaining: number };
  readonly owner: string;
  readonly repo: string;
  /** The people's tokens; `action`: the token of a workflow's job in the repository; `agent`: the token that the service's agent has. */
  readonly tokens: Readonly<Record<Login | 'action' | 'agent', string>>;
  /** The deliveries of webhooks so far, in GitHub's form. */
  readonly events: WebhookInbox;
  /**
   * Creates another repository of the owner, with the same people and pages; its deliveries are among `events`. For its people:
   * `createPerson({ ...github, repo }, 'alice')`.
   */
  addRepository(repo: string, options?: { isPrivate?: boolean }): Promise<void>;
  /** Restores the initial state, with new tokens. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const OWNER = 'acme';
const REPO = 'docs';
const REPOSITORY = `/repos/${OWNER}/${REPO}`;
const PEOPLE = {
  alice: 'token-alice',
  mike: 'token-mike',
  bob: 'token-bob',
  trudy: 'token-trudy',
  mallory: 'token-mallory',
};
const APP_ID = 15_368; // that of GitHub Actions
const INSTALLATION_ID = 1;
/** The permissions of `permissions: { issues: write, pull-requests: write }` and of the agent together. */
const PERMISSIONS = { issues: 'write', pull_requests: 'write', contents: 'write', metadata: 'read' };
const PAGES = {
  'docs/index.md': '# Acme\n\nAcme keeps your anvils in one place. Start with the [command line](cli.md).\n',
  'docs/cli.md': '# Command line\n\n## `acme list`\n\nLists all anvils, one per line.\n',
};

/** People's tokens must be known when the emulator starts. */
const SPARES = 20;
const spareOf = (token: string) => (nth: number) => `${token}-${nth % SPARES}`;
const sparesOf = (token: string) => Array.from({ length: SPARES }, (_, nth) => spareOf(token)(nth));

const seedWith = (appKey: string | undefined) => ({
  tokens: Object.fromEntries(
    Object.entries(PEOPLE).flatMap(([login, token]) => [token, ...sparesOf(token)].map((each) => [each, { login }])),
  ),
  github: {
    users: Object.keys(PEOPLE).map((login) => ({ login })),
    orgs: [{ login: OWNER, members: [{ login: 'alice', role: 'admin' }] }],
    repos: [{ owner: OWNER, name: REPO, auto_init: true }],
    apps: [
      {
        app_id: APP_ID,
        slug: 'github-actions',
        name: 'GitHub Actions',
        permissions: PERMISSIONS,
        events: [],
        ...(appKey ? { private_key: appKey } : {}),
        installations: [
          {
            installation_id: INSTALLATION_ID,
            account: OWNER,
            permissions: PERMISSIONS,
            repository_selection: 'all',
          },
        ],
      },
    ],
  },
});

interface GitHubOptions {
  /** Default: the system clock. */
  readonly clock?: SandboxClock;
  /** The private key (PEM) of the app that workflows act as. Default: a new one, whose creation takes most of the start-up time. */
  readonly appKey?: string;
  /** The number of requests after which the proxy uses the next spare token. */
  readonly requestsPerToken?: number;
}

/** Starts an embedded GitHub. @throws if a port cannot be opened. */
export async function createGitHub(options: GitHubOptions = {}): Promise<GitHub> {
  const tokens = { ...PEOPLE, action: '', agent: '' };
  const workflow = () => ({ token: tokens.action, repository: REPOSITORY });
  const { inbox, proxy, emulator, behind } = await start(options, workflow);
  const { tokenPool, stamps, accounts, kept } = behind;
  const key = options.appKey ?? emulator.generatedSecrets[0]?.value ?? '';
  const mint = createMint(behind, { id: APP_ID, installation: INSTALLATION_ID, key });

  const asAlice = createWriter(behind, PEOPLE.alice);
  const content = { files: PAGES, webhooks: inbox.url };

  async function seed(): Promise<void> {
    accounts.clear();
    kept.clear();
    for (const role of ['action', 'agent'] as const) {
      tokenPool.remove(tokens[role]);
      tokens[role] = await mint();
      tokenPool.add(tokens[role], mint);
    }
    // Created by the bot, because the emulator knows the bot only after its first write.
    await createWriter(behind, tokens.action)('POST', `${REPOSITORY}/labels`, {
      name: 'docs',
      color: '7057ff',
      description: 'Asks the docs agent',
    });
    const bot = readObject(await createReader(behind, PEOPLE.alice)('/users/github-actions%5Bbot%5D'));
    for (const token of [tokens.action, tokens.agent]) accounts.set(token, bot);
    await fillRepository(REPOSITORY, content, asAlice);
    inbox.clear();
  }

  await seed();
  return {
    url: proxy.url,
    owner: OWNER,
    repo: REPO,
    tokens,
    requests: proxy.requests,
    faults: proxy.faults,
    runs: proxy.runs,
    lag: proxy.extensions.lag,
    latency: proxy.extensions.latency,
    rateLimit: proxy.extensions.rateLimit,
    events: inbox,
    async addRepository(repo, { isPrivate = false } = {}) {
      await asAlice('POST', `/orgs/${OWNER}/repos`, { name: repo, private: isPrivate, auto_init: true });
      await fillRepository(`/repos/${OWNER}/${repo}`, content, asAlice);
    },
    async reset() {
      proxy.requests.length = 0;
      proxy.faults.clear();
      proxy.extensions.clear();
      proxy.runs.clear();
      emulator.reset();
      stamps.clear();
      await seed();
    },
    async close() {
      await Promise.all([proxy.close(), emulator.close(), inbox.close()]);
    },
  };
}

/** Starts emulator and proxy. The emulator cannot choose a port by itself; if another process takes the free port, this retries. */
async function start({ clock = systemClock, appKey, requestsPerToken }: GitHubOptions, workflow: () => WorkflowToken) {
  const stamps = createTimeStamps(clock);
  const tokenPool = createTokenPool(requestsPerToken);
  const accounts = new Map<string, JsonObject>();
  const kept = new Map<string, Answer>();
  for (const token of Object.values(PEOPLE)) tokenPool.add(token, spareOf(token));
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const behind = { url: `http://127.0.0.1:${port}`, tokenPool, stamps, accounts, kept };
    const inbox = await createWebhookInbox(createReader(behind, PEOPLE.alice), stamps);
    const proxy = await createProxyServer({
      clock,
      emulator: behind,
      deliver: inbox.deliver,
      workflow,
      pageToken: PEOPLE.alice,
      home: `/${OWNER}/${REPO}`,
    });
    try {
      // The emulator's responses contain its base address, which must be the proxy's.
      const emulator = await createEmulator({ service: 'github', port, baseUrl: proxy.url, seed: seedWith(appKey) });
      return { inbox, proxy, emulator, behind };
    } catch (error) {
      await Promise.all([proxy.close(), inbox.close()]);
      if (attempt === 5 || Object(error).code !== 'EADDRINUSE') throw error;
    }
  }
}
