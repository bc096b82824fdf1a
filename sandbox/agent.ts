import { Octokit } from '@octokit/rest';
import { KNOWN_EDITS } from './known-edits.ts';

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
const UNKNOWN =
  'The agent of the sandbox has no model, and no text for this request. Here the real agent would write one.';
/** Octokit would log the 404 for a branch that does not exist yet. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * A simple agent without a model: it edits a page on the job's branch and opens a pull request; a follow-up adds a commit to it.
 * It writes the {@link KNOWN_EDITS} that a prompt asks for, and for any other prompt a section that says so.
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

  /** @returns what it did to the page. */
  async function edit(branch: string, prompt: string): Promise<{ did: string; path: string }> {
    const path = KNOWN_EDITS.find((known) => known.asked.test(prompt))?.path ?? PAGE;
    const { data: page } = await rest.repos.getContent({ ...at, path, ref: branch }).catch(() => ({ data: undefined }));
    const { sha, content } = page && 'content' in page ? page : { content: '' };
    const { text, did } = write(`${Buffer.from(content, 'base64')}`, prompt, path);
    await rest.repos.createOrUpdateFileContents({
      ...at,
      path,
      branch,
      ...(sha ? { sha } : {}),
      message: `docs: ${did}`,
      content: Buffer.from(text).toString('base64'),
    });
    return { did, path };
  }

  return {
    async run({ id, prompt, branch, pushes }: Work): Promise<{ prLink: string | null }> {
      if (pushes) {
        await edit('main', prompt);
        return { prLink: null };
      }
      await ensureBranch(branch);
      const { did, path } = await edit(branch, prompt);
      const { data: open } = await rest.pulls.list({ ...at, state: 'open' });
      const existing = open.find(({ head }) => head.ref === branch);
      if (existing) return { prLink: existing.html_url };
      const body = `Changes \`${path}\`: ${did}.\n\nWritten by the agent for job \`${id}\`.`;
      const title = `docs: ${subject(prompt) ?? did}`;
      const { data } = await rest.pulls.create({ ...at, head: branch, base: 'main', title, body });
      return { prLink: data.html_url };
    },
  };
}

/** The page with what the prompt asks for, and what was done to it. */
function write(page: string, prompt: string, path: string): { text: string; did: string } {
  let text = page;
  const done: string[] = [];
  for (const known of KNOWN_EDITS.filter((each) => each.path === path && each.asked.test(prompt))) {
    const edited = known.edit(text);
    if (edited !== text) done.push(known.does);
    text = edited;
  }
  if (done.length > 0) return { text, did: done.join(', ') };
  const title = subject(prompt) ?? firstLine(prompt);
  return { text: `${page}\n## ${title}\n\n${UNKNOWN}\n`, did: title };
}

/** What the change is about: the comment's request, the thread's title, or the prompt's first commit. */
function subject(prompt: string): string | undefined {
  const places = [
    /^\S+ the request: .*\n(.+)$/m,
    /^Title: (.+)$/m,
    /^Commits, the oldest first:\n[0-9a-f]{7} (.+) \([^)]*\)$/m,
  ];
  return places.map((place) => place.exec(prompt)?.[1]?.trim().slice(0, 72)).find(Boolean);
}

const firstLine = (prompt: string) => /^(.+)$/m.exec(prompt)?.[1]?.slice(0, 72) || 'Update the documentation';
