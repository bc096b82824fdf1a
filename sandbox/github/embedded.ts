import { createEmulator } from 'emulate';
import { type SandboxClock, systemClock } from '../clock.ts';
import { mintTokens } from './app-token.ts';
import type { Lag, Latency } from './emulator-extensions.ts';
import type { JsonObject } from './json.ts';
import { freePort } from './listen.ts';
import { createProxyServer, type ProxyServer } from './proxy-server.ts';
import { createTimeStamps } from './time-stamps.ts';
import { createTokenPool } from './token-pool.ts';
import { createReader, createWriter } from './upstream.ts';
import { createWebhookInbox, type WebhookInbox } from './webhook-inbox.ts';

/** `alice` owns the repository; `mike` has the role `maintain`, `bob` `write`, `trudy` `triage`, and `mallory` none. */
export type Login = keyof typeof PEOPLE;

/** A stateful GitHub in this process: the `emulate` package behind a proxy, seeded with one repository. */
export interface GitHub extends Pick<ProxyServer, 'url' | 'requests' | 'faults'> {
  /** How long lists lack a new comment. */
  readonly lag: Lag;
  /** How long every response takes. */
  readonly latency: Latency;
  /** How many requests are left, for all accounts together. */
  readonly rateLimit: { remaining: number };
  readonly owner: string;
  readonly repo: string;
  /** The people's tokens, and `action`: the token of a workflow's job. */
  readonly tokens: Readonly<Record<Login | 'action', string>>;
  /** The deliveries of webhooks so far, in GitHub's form. */
  readonly events: WebhookInbox;
  /** Restores the initial state, with new tokens. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const OWNER = 'acme';
const REPO = 'docs';
const PEOPLE = {
  alice: 'token-alice',
  mike: 'token-mike',
  bob: 'token-bob',
  trudy: 'token-trudy',
  mallory: 'token-mallory',
};
/** Permissions as `PUT /collaborators` names them. */
const COLLABORATORS = { mike: 'maintain', bob: 'push', trudy: 'triage' };
const APP_ID = 15_368; // that of GitHub Actions
const INSTALLATION_ID = 1;
/** The permissions of `permissions: { issues: write, pull-requests: write }` and of the agent together. */
const PERMISSIONS = { issues: 'write', pull_requests: 'write', contents: 'write', metadata: 'read' };
const PAGES = {
  'docs/index.md': '# Acme\n\nAcme keeps your anvils in one place. Start with the [command line](cli.md).\n',
  'docs/cli.md': '# Command line\n\n## `acme list`\n\nLists all anvils, one a line.\n',
};

const sparesOf = (token: string) => Array.from({ length: 20 }, (_, at) => `${token}-${at}`);

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
  const { inbox, proxy, emulator, behind } = await start(options);
  const { tokenPool, stamps, accounts } = behind;
  const tokens = { ...PEOPLE, action: '' };
  const app = {
    id: APP_ID,
    installation: INSTALLATION_ID,
    key: options.appKey ?? emulator.generatedSecrets[0]?.value ?? '',
  };

  async function seed(): Promise<void> {
    accounts.clear();
    const [first = '', ...others] = await mintTokens(3, behind, app);
    tokenPool.remove(tokens.action);
    tokens.action = first;
    tokenPool.add(first, others);
    const as = createWriter(behind, PEOPLE.alice);
    const repository = `/repos/${OWNER}/${REPO}`;
    for (const [login, permission] of Object.entries(COLLABORATORS)) {
      await as('PUT', `${repository}/collaborators/${login}`, { permission });
    }
    // Created by the bot, because the emulator knows the bot only after its first write.
    await createWriter(behind, tokens.action)('POST', `${repository}/labels`, {
      name: 'docs',
      color: '7057ff',
      description: 'Asks the docs agent',
    });
    for (const [path, text] of Object.entries(PAGES)) {
      const content = Buffer.from(text).toString('base64');
      await as('PUT', `${repository}/contents/${path}`, { message: `Add ${path}`, content });
    }
    await as('POST', `${repository}/hooks`, { config: { url: inbox.url, content_type: 'json' }, events: ['*'] });
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
    lag: proxy.extensions.lag,
    latency: proxy.extensions.latency,
    rateLimit: proxy.extensions.rateLimit,
    events: inbox,
    async reset() {
      proxy.requests.length = 0;
      proxy.faults.clear();
      proxy.extensions.clear();
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
async function start({ clock = systemClock, appKey, requestsPerToken }: GitHubOptions) {
  const stamps = createTimeStamps(clock);
  const tokenPool = createTokenPool(requestsPerToken);
  const accounts = new Map<string, JsonObject>();
  for (const token of Object.values(PEOPLE)) tokenPool.add(token, sparesOf(token));
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const behind = { url: `http://127.0.0.1:${port}`, tokenPool, stamps, accounts };
    const inbox = await createWebhookInbox(createReader(behind, PEOPLE.alice), stamps);
    const proxy = await createProxyServer({ clock, emulator: behind, deliver: inbox.deliver });
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
