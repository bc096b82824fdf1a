import { createSign } from 'node:crypto';
import { createEmulator } from 'emulate';
import { createFront, type Front } from './front.ts';
import { freePort } from './listen.ts';
import { createWebhookInbox, type WebhookInbox } from './webhook-inbox.ts';

/** `alice` owns the repository, `mike` maintains it, `bob` may write, `trudy` may triage, `mallory` may nothing. */
export type Login = keyof typeof PEOPLE;

/** A stateful GitHub in this process: the `emulate` package behind a thin front, seeded with one repository. */
export interface GitHub extends Pick<Front, 'url' | 'requests' | 'faults'> {
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
  ...{ alice: 'token-alice', mike: 'token-mike', bob: 'token-bob', trudy: 'token-trudy' },
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

const SEED = {
  tokens: Object.fromEntries(Object.entries(PEOPLE).map(([login, token]) => [token, { login }])),
  github: {
    users: Object.keys(PEOPLE).map((login) => ({ login })),
    orgs: [{ login: OWNER, members: [{ login: 'alice', role: 'admin' }] }],
    repos: [{ owner: OWNER, name: REPO, auto_init: true }],
    apps: [
      {
        ...{ app_id: APP_ID, slug: 'github-actions', name: 'GitHub Actions', permissions: PERMISSIONS, events: [] },
        installations: [
          {
            ...{ installation_id: INSTALLATION_ID, account: OWNER, permissions: PERMISSIONS },
            repository_selection: 'all',
          },
        ],
      },
    ],
  },
};

/** @throws when a port cannot be opened. */
export async function createGitHub(): Promise<GitHub> {
  const { inbox, front, emulator } = await start();
  const tokens = { ...PEOPLE, action: '' };
  const appKey = emulator.generatedSecrets[0]?.value ?? '';

  async function seed(): Promise<void> {
    tokens.action = await mintToken(front.url, appKey);
    const as = caller(front.url, PEOPLE.alice);
    const repository = `/repos/${OWNER}/${REPO}`;
    for (const [login, permission] of Object.entries(COLLABORATORS)) {
      await as('PUT', `${repository}/collaborators/${login}`, { permission });
    }
    await as('POST', `${repository}/labels`, { name: 'docs', color: '7057ff', description: 'Asks the docs agent' });
    for (const [path, text] of Object.entries(PAGES)) {
      const content = Buffer.from(text).toString('base64');
      await as('PUT', `${repository}/contents/${path}`, { message: `Add ${path}`, content });
    }
    await as('POST', `${repository}/hooks`, { config: { url: inbox.url, content_type: 'json' }, events: ['*'] });
    front.requests.length = 0;
    inbox.clear();
  }

  await seed();
  return {
    ...{
      url: front.url,
      owner: OWNER,
      repo: REPO,
      tokens,
      requests: front.requests,
      faults: front.faults,
      events: inbox,
    },
    async reset() {
      front.faults.clear();
      emulator.reset();
      await seed();
    },
    async close() {
      await Promise.all([front.close(), emulator.close(), inbox.close()]);
    },
  };
}

/** The emulator cannot choose a port by itself, and one that was free may be taken a moment later: then all begins anew. */
async function start() {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const inbox = await createWebhookInbox(address);
    const front = await createFront({ emulator: address, deliver: inbox.deliver });
    try {
      // It tells its base address, and that is the front's.
      const emulator = await createEmulator({ service: 'github', port, baseUrl: front.url, seed: SEED });
      return { inbox, front, emulator };
    } catch (error) {
      await Promise.all([front.close(), inbox.close()]);
      if (attempt === 5 || Object(error).code !== 'EADDRINUSE') throw error;
    }
  }
}

/** A token of the installation, as a workflow's job gets one: it acts as `github-actions[bot]`. */
async function mintToken(apiUrl: string, appKey: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claim = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iat: now - 60, exp: now + 300, iss: String(APP_ID) })}`;
  const signature = createSign('RSA-SHA256').update(claim).sign(appKey).toString('base64url');
  const as = caller(apiUrl, `${claim}.${signature}`);
  return String((await as('POST', `/app/installations/${INSTALLATION_ID}/access_tokens`, {})).token);
}

function caller(apiUrl: string, token: string) {
  return async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(apiUrl + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`Seeding the embedded GitHub failed: ${method} ${path} answered ${answer.status}`);
    const text = await answer.text();
    return text ? JSON.parse(text) : {};
  };
}
