import type { ChangedFile, Comparison } from '../../src/github/comparison.ts';
import { selectChanges } from '../../src/prompt/changes.ts';
import { composePrompt, type PromptRequest } from '../../src/prompt/compose.ts';
import type { ContextFile } from '../../src/prompt/workspace-files.ts';
import { sanitize } from '../../src/sanitize/index.ts';
import type { RequestTrigger } from '../../src/trigger/trigger.ts';
import { BASE, HEAD, ISSUE, LABELED, labeled as labeledIssue } from './sample-triggers.ts';

export const FENCE = '7d2f-fence';

export const file = (path: string, patch?: string): ChangedFile => ({
  path,
  patch,
  previousPath: undefined,
  status: 'modified',
  additions: 2,
  deletions: 1,
});

export const comparison = (files: readonly ChangedFile[]): Comparison => ({
  files,
  isComplete: true,
  totalCommits: 1,
  url: `https://github.com/acme/app/compare/${BASE}...${HEAD}`,
  baseSha: BASE,
  headSha: HEAD,
  isDescendant: true,
  commits: [{ sha: HEAD, subject: 'Add --json', author: 'carol' }],
});

export const CHANGES = selectChanges(comparison([file('src/json.ts', '@@ -1 +1 @@\n-a\n+b')]), {
  include: [],
  exclude: [],
});

/** A file of `context-file`. */
export const contextFile = (text: string, more: Partial<ContextFile> = {}): ContextFile => ({
  path: 'report.txt',
  start: { text, removed: {} },
  unreadBytes: 0,
  ...more,
});

interface Composed extends Partial<Omit<PromptRequest, 'trigger'>> {
  readonly trigger?: RequestTrigger;
}

export const compose = ({ trigger = LABELED, ...question }: Composed = {}) =>
  composePrompt({
    trigger: trigger.prompt,
    instruction: undefined,
    context: 'files',
    changes: undefined,
    topPages: undefined,
    files: [],
    withoutPatches: false,
    fence: FENCE,
    ...question,
  });

/** A labeled issue with this text. */
export const labeled = (body: string, title = 'Explain `--json`') => ({
  trigger: labeledIssue({ thread: { ...ISSUE, title: sanitize(title), body: sanitize(body) } }),
});
