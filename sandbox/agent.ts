import type { Person } from './github/person.ts';
import type { Agent } from './service/jobs.ts';

/**
 * A change that the sandbox's agent, which has no model, can write: it recognizes the request by a
 * few words.
 */
interface KnownEdit {
  readonly asked: RegExp;
  readonly path: string;
  readonly does: string;
  /** Returns the page unchanged if it already has the change. */
  edit(page: string): string;
}

const CLI = 'docs/cli.md';
const HEADING = '## Output for scripts';
const ABOUT_JSON = `
${HEADING}

With \`--json\`, \`acme list\` prints one JSON object per line instead of a line of text:

\`\`\`json
{"name":"Classic","weight":50,"inStock":true}
\`\`\`

Each line is complete, so a script can read a long list line by line. The flag needs version 2.4 or later.
`;
const FIELDS = `
| Field | Meaning |
|---|---|
| \`name\` | The name of the anvil, unique per workshop |
| \`weight\` | The weight in kilograms |
| \`inStock\` | Whether the anvil can be ordered now |
`;
const WITH_JQ = `
To get only the names of the anvils that can be ordered, pass the output to \`jq\`:

\`\`\`sh
acme list --json | jq -r 'select(.inStock) | .name'
\`\`\`
`;
const ABOUT_SIGNATURES = `# Webhooks

Acme sends a webhook when an anvil is ordered.

## Verify the signature

Compare the header \`Acme-Signature\` with the HMAC-SHA256 of the body, in hexadecimal. Its key is the secret of the webhook.
`;

const adds = (text: string) => (page: string) => (page.includes(text) ? page : page + text);

/** In the order in which they apply. */
const KNOWN_EDITS: readonly KnownEdit[] = [
  {
    asked: /--json/,
    path: CLI,
    does: 'explain `acme list --json`',
    edit: (page) => (page.includes('"inStock"') ? page : page + ABOUT_JSON),
  },
  {
    asked: /name of the flag as the heading/,
    path: CLI,
    does: 'use the flag as the heading',
    edit: (page) => page.replace(HEADING, '## `acme list --json`'),
  },
  { asked: /each field means/, path: CLI, does: 'describe the fields', edit: adds(FIELDS) },
  { asked: /\bjq\b/, path: CLI, does: 'add an example with `jq`', edit: adds(WITH_JQ) },
  {
    asked: /^1\. \/cli\/webhooks\/overview /m,
    path: 'docs/cli/webhooks/overview.md',
    does: 'say how to verify the signature of a webhook',
    edit: adds(ABOUT_SIGNATURES),
  },
];

const UNKNOWN =
  'The agent of the sandbox has no model, and no text for this request. Here the real agent would write one.';

/**
 * A simple agent without a model: it edits a page on the job's branch and opens a pull request; a
 * follow-up adds a commit to it. It writes the {@link KNOWN_EDITS} that a prompt asks for, and for
 * any other prompt a section that says so.
 */
export function createAgent(github: Person): Agent {
  return {
    async run({ id, prompt, branch }) {
      const path = KNOWN_EDITS.find((known) => known.asked.test(prompt))?.path ?? CLI;
      const { text, did } = write(await github.readFile(path, branch), prompt, path);
      await github.commit({ [path]: text }, `docs: ${did}`, { branch });
      const body = `Changes \`${path}\`: ${did}.\n\nWritten by the agent for job \`${id}\`.`;
      const { url } =
        (await github.findPull(branch)) ?? (await github.openPull(branch, `docs: ${did}`, body));
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
  const title = subject(prompt);
  return { text: `${page}\n## ${title}\n\n${UNKNOWN}\n`, did: title };
}

/**
 * What the change is about: the comment's request or the thread's title, or else the first line of
 * the prompt.
 */
function subject(prompt: string): string {
  const [, found] =
    /^(?:\S+ the request: .*\n|Title: )(.+)$/m.exec(prompt) ?? /^(.+)$/m.exec(prompt) ?? [];
  return found?.trim().slice(0, 72) ?? 'Update the documentation';
}
