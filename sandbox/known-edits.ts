/** A change that the sandbox's agent, which has no model, can write: it recognizes the request by a few words. */
export interface KnownEdit {
  readonly asked: RegExp;
  /** The page that it changes. */
  readonly path: string;
  /** What it does, for the commit and the pull request. */
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
const ONE_MORE_REGION = `Acme runs in three regions: \`us\`, \`eu\` and \`ap\`. Choose one when you create a workshop:

\`\`\`sh
acme workshop create --region ap
\`\`\`

The region of a workshop cannot be changed later.`;

/** A page that is out of date until the agent refreshes it. */
export const REGIONS = {
  path: 'docs/operations/regions/quickstart.md',
  text: '# Regions: quick start\n\nAcme runs in two regions: `us` and `eu`.\n',
};

const ABOUT_SECRETS = `# Secrets

Secrets are passed to a build as environment variables.

## Secrets in build logs

Build logs show \`***\` in place of a secret. A part of a secret, or a secret in another encoding, is not recognized.
`;

const adds = (text: string) => (page: string) => (page.includes(text) ? page : page + text);

/** In the order in which they apply. */
export const KNOWN_EDITS: readonly KnownEdit[] = [
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
    asked: /^\d+\. \/operations\/regions\/quickstart /m,
    path: REGIONS.path,
    does: 'name the region `ap`',
    edit: (page) => page.replace(/^Acme runs in two regions:.*$/m, ONE_MORE_REGION),
  },
  {
    asked: /^1\. `\/cli\/secrets\/overview` /m,
    path: 'docs/cli/secrets/overview.md',
    does: 'say whether build logs show secrets',
    edit: adds(ABOUT_SECRETS),
  },
];
