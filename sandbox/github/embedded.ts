import { createEmulator } from 'emulate';
import { type SandboxClock, systemClock } from '../clock.ts';
import { mintTokens } from './app-token.ts';
import type { Lag, Latency } from './emulator-extensions.ts';
import type { JsonObject } from './json.ts';
import { freePort } from './listen.ts';
import { createFront, type Front } from './proxy-server.ts';
import { createTimeStamps } from './time-stamps.ts';
import { createSpareTokens } from './token-pool.ts';
import { createReader, createWriter } from './upstream.ts';
import { createWebhookInbox, type WebhookInbox } from './webhook-inbox.ts';

/** `alice` owns the repository, `mike` maintains it, `bob` may write, `trudy` may triage, `mallory` may nothing. */
export type Login = keyof typeof PEOPLE;

/** A stateful GitHub in this process: the `emulate` package behind a thin front, seeded with one repository. */
export interface GitHub extends Pick<Front, 'url' | 'requests' | 'faults'> {
  /** How long lists do not know of a new comment yet. */
  readonly lag: Lag;
  /** How long every answer takes. */
  readonly latency: Latency;
  /** How many requests are left, of everybody together. */
  readonly rateLimit: { remaining: number };
  readonly owner: string;
  readonly repo: string;
  /** Those of people, and `action`: what a workflow's job gets. */
  readonly tokens: Readonly<Record<Login | 'action', string>>;
  /** The webhooks that were delivered, as GitHub sends them. */
  readonly events: WebhookInbox;
  /** Seeds everything anew; the tokens are new too. */
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
/** As `PUT /collaborators` calls them. */
const COLLABORATORS = { mike: 'maintain', bob: 'push', trudy: 'triage' };
const APP_ID = 15_368; // that of GitHub Actions
const INSTALLATION_ID = 1;
/** What `permissions: { issues: write, pull-requests: write }` and the agent's own access come to. */
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
  /** Default: the time of day. */
  readonly clock?: SandboxClock;
  /** The private key of the app that workflows act as, as PEM. Default: a new one, which takes most of a start. */
  readonly appKey?: string;
  /** After so many requests with one token, the front shows the emulator the next of its spares. */
  readonly requestsPerToken?: number;
}

/** @throws when a port cannot be opened. */
export async function createGitHub(options: GitHubOptions = {}): Promise<GitHub> {
  const { inbox, front, emulator, behind } = await start(options);
  const { spareTokens, stamps, accounts } = behind;
  const tokens = { ...PEOPLE, action: '' };
  const app = {
    id: APP_ID,
    installation: INSTALLATION_ID,
    key: options.appKey ?? emulator.generatedSecrets[0]?.value ?? '',
  };

  async function seed(): Promise<void> {
    accounts.clear();
    const [first = '', ...others] = await mintTokens(3, behind, app);
    spareTokens.remove(tokens.action);
    tokens.action = first;
    spareTokens.add(first, others);
    const as = createWriter(behind, PEOPLE.alice);
    const repository = `/repos/${OWNER}/${REPO}`;
    for (const [login, permission] of Object.entries(COLLABORATORS)) {
      await as('PUT', `${repository}/collaborators/${login}`, { permission });
    }
    // By the bot, whom the emulator knows from its first write on.
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
    url: front.url,
    owner: OWNER,
    repo: REPO,
    tokens,
    requests: front.requests,
    faults: front.faults,
    lag: front.extras.lag,
    latency: front.extras.latency,
    rateLimit: front.extras.rateLimit,
    events: inbox,
    async reset() {
      front.requests.length = 0;
      front.faults.clear();
      front.extras.clear();
      emulator.reset();
      stamps.clear();
      await seed();
    },
    async close() {
      await Promise.all([front.close(), emulator.close(), inbox.close()]);
    },
  };
}

/** The emulator cannot choose a port by itself, and one that was free may be taken a moment later: then all begins anew. */
async function start({ clock = systemClock, appKey, requestsPerToken }: GitHubOptions) {
  const stamps = createTimeStamps(clock);
  const spareTokens = createSpareTokens(requestsPerToken);
  const accounts = new Map<string, JsonObject>();
  for (const token of Object.values(PEOPLE)) spareTokens.add(token, sparesOf(token));
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const behind = { url: `http://127.0.0.1:${port}`, spareTokens, stamps, accounts };
    const inbox = await createWebhookInbox(createReader(behind, PEOPLE.alice), stamps);
    const front = await createFront({ clock, emulator: behind, deliver: inbox.deliver });
    try {
      // It tells its base address, and that is the front's.
      const emulator = await createEmulator({ service: 'github', port, baseUrl: front.url, seed: seedWith(appKey) });
      return { inbox, front, emulator, behind };
    } catch (error) {
      await Promise.all([front.close(), inbox.close()]);
      if (attempt === 5 || Object(error).code !== 'EADDRINUSE') throw error;
    }
  }
}
