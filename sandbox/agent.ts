import { Octokit } from '@octokit/rest';

/** The work of one job, as the service passes it to an agent. */
export interface Work {
  readonly id: string;
  readonly prompt: string;
  /** The branch of the job and its follow-ups. */
  readonly branch: string;
  /** Whether the agent pushes to the default branch instead of opening a pull request. */
  readonly pushes: boolean;
}

export interface Workplace {
  readonly apiUrl: string;
  readonly token: string;
  readonly owner: string;
  readonly repo: string;
}

const PAGE = 'docs/cli.md';
/** Octokit would log the 404 for a branch that does not exist yet. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * A simple agent: it edits a page on the job's branch and opens a pull request; a follow-up adds a commit to it.
 */
export function createAgent({ apiUrl, token, owner, repo }: Workplace) {
  const { rest } = new Octokit({ auth: token, baseUrl: apiUrl, log: SILENT });
  const at = { owner, repo };

  async function ensureBranch(branch: string): Promise<void> {
    const exists = await rest.git.getRef({ ...at, ref: `heads/${branch}` }).catch(() => undefined);
    if (exists) return;
    const { data: main } = await rest.git.getRef({ ...at, ref: 'heads/main' });
    await rest.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: main.object.sha });
  }

  async function edit(branch: string, request: string): Promise<void> {
    const { data: page } = await rest.repos.getContent({ ...at, path: PAGE, ref: branch });
    if (!('content' in page)) throw new Error(`${PAGE} is not a file.`);
    const text = `${Buffer.from(page.content, 'base64')}\n## ${request}\n\nWritten for: ${request}.\n`;
    await rest.repos.createOrUpdateFileContents({
      ...at,
      path: PAGE,
      branch,
      sha: page.sha,
      message: `docs: ${request}`,
      content: Buffer.from(text).toString('base64'),
    });
  }

  return {
    async run({ id, prompt, branch, pushes }: Work): Promise<{ prLink: string | null }> {
      const request = subject(prompt);
      if (pushes) {
        await edit('main', request);
        return { prLink: null };
      }
      await ensureBranch(branch);
      await edit(branch, request);
      const { data: open } = await rest.pulls.list({ ...at, state: 'open' });
      const existing = open.find(({ head }) => head.ref === branch);
      if (existing) return { prLink: existing.html_url };
      const body = `Written by the agent for job \`${id}\`.`;
      const { data } = await rest.pulls.create({ ...at, head: branch, base: 'main', title: `docs: ${request}`, body });
      return { prLink: data.html_url };
    },
  };
}

/** A title for the change: the comment's request, the thread's title, the prompt's first commit, or the prompt's first line. */
function subject(prompt: string): string {
  const places = [
    /^\S+ the request: .*\n(.+)$/m,
    /^Title: (.+)$/m,
    /^Commits, the oldest first:\n[0-9a-f]{7} (.+) \([^)]*\)$/m,
    /^(.+)$/m,
  ];
  const line = places.map((place) => place.exec(prompt)?.[1]?.trim()).find(Boolean) ?? '';
  return line.slice(0, 72) || 'Update the documentation';
}
