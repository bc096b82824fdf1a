import { comments, type Happening, type Issue, labels, merges, type Story } from '../../sandbox/demo/stories.ts';
import type { GitHub } from '../../sandbox/github/embedded.ts';
import { createPerson } from '../../sandbox/github/person.ts';
import type { Ending } from './endings.ts';

export interface Scenario {
  /** Path of the workflow. */
  readonly workflow: string;
  readonly what: string;
  /** What starts the workflow; not every event is about a thread. */
  act(github: GitHub): Promise<Pick<Happening, 'event'> & Partial<Happening>>;
  readonly ends: Ending;
  /** Variables of the repository, besides the connection. */
  readonly vars?: Readonly<Record<string, string>>;
}

const ON_REQUEST = 'examples/docs-on-request.yml';
const FOLLOW_CODE = 'examples/docs-follow-code.yml';
const FOR_RELEASE = 'examples/docs-for-release.yml';
const ISSUE: Issue = { by: 'alice', title: 'Explain the new `--json` flag', body: 'It prints one object a line.' };

/** The examples, and what each makes of what people do. */
export const SCENARIOS: readonly Scenario[] = [
  { workflow: ON_REQUEST, what: 'the label', ...labels(ISSUE), ends: 'pull request' },
  { workflow: ON_REQUEST, what: 'another label', ...labels(ISSUE, 'bug'), ends: 'not run' },
  { workflow: ON_REQUEST, what: 'a command', ...comments('bob', '/docs explain it', ISSUE), ends: 'pull request' },
  { workflow: ON_REQUEST, what: "a stranger's", ...comments('mallory', '/docs explain it', ISSUE), ends: 'denied' },
  { workflow: ON_REQUEST, what: 'a longer word', ...comments('bob', '/docset?', ISSUE), ends: 'skipped' },
  { workflow: ON_REQUEST, what: 'another comment', ...comments('bob', 'Try /docs', ISSUE), ends: 'not run' },
  { workflow: FOLLOW_CODE, what: 'code and a test', ...merge('src/a.ts', 'src/a.test.ts'), ends: 'pull request' },
  { workflow: FOLLOW_CODE, what: 'docs only', ...merge('docs/a.md'), ends: 'skipped' },
  { workflow: FOLLOW_CODE, what: 'tests only', ...merge('src/a.test.ts'), ends: 'skipped' },
  { workflow: FOLLOW_CODE, what: 'off', ...merge('src/a.ts'), vars: { DOCS_AGENT: 'off' }, ends: 'not run' },
  { workflow: FOR_RELEASE, what: 'two tags', act: (github) => tagTwice(github, 'src/a.ts'), ends: 'pull request' },
  { workflow: FOR_RELEASE, what: 'nothing between them', act: (github) => tagTwice(github), ends: 'skipped' },
];

function merge(...paths: string[]): Story {
  return merges({ title: 'Add --json', files: Object.fromEntries(paths.map((path) => [path, 'New.\n'])) });
}

/** Two releases with changes between them, and somebody who asks for what they are. */
async function tagTwice(github: GitHub, ...paths: string[]): ReturnType<Scenario['act']> {
  const alice = createPerson(github, 'alice');
  await alice.createTag('v1.2.0');
  for (const path of paths) await alice.commit({ [path]: 'New.\n' }, 'Add --json');
  await alice.createTag('v1.3.0');
  const { repository, sender } = (await github.events.waitFor('push')).payload;
  const inputs = { from: 'v1.2.0', to: 'v1.3.0' };
  return { event: { name: 'workflow_dispatch', payload: { inputs, ref: 'refs/heads/main', repository, sender } } };
}
