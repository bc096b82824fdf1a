import type { Person } from './github/person.ts';
import { KNOWN_EDITS } from './known-edits.ts';
import type { Agent } from './service/jobs.ts';

const PAGE = 'docs/cli.md';
const UNKNOWN =
  'The agent of the sandbox has no model, and no text for this request. Here the real agent would write one.';

/**
 * A simple agent without a model: it edits a page on the job's branch and opens a pull request; a follow-up adds a commit to it.
 * It writes the {@link KNOWN_EDITS} that a prompt asks for, and for any other prompt a section that says so.
 */
export function createAgent(github: Person): Agent {
  return {
    async run({ id, prompt, branch, pushes }) {
      const path = KNOWN_EDITS.find((known) => known.asked.test(prompt))?.path ?? PAGE;
      const target = pushes ? 'main' : branch;
      const { text, did } = write(await github.readFile(path, target), prompt, path);
      await github.commit({ [path]: text }, `docs: ${did}`, { branch: target });
      if (pushes) return { prLink: null };
      const body = `Changes \`${path}\`: ${did}.\n\nWritten by the agent for job \`${id}\`.`;
      const title = `docs: ${subject(prompt) ?? did}`;
      const { url } = (await github.findPull(branch)) ?? (await github.openPull(branch, title, body));
      return { prLink: url };
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
