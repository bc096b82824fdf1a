import { addAccount } from '../../sandbox/github/model/state.ts';
import { documentedEvents } from './events.ts';
import { OWN_STORIES } from './own-stories.ts';
import { type Act, of, type Story } from './story.ts';

/** Inputs with which the labels and comments of GitHub's examples are requests. */
const FOR_EXAMPLES = {
  'trigger-label': 'bug',
  'trigger-command': 'Maybe',
  'issue-number': '31',
  branches: '**',
  'pull-request': 'reuse',
};

const DISPATCH = { prompt: 'Refresh the pages.' };
const MORE_FOR_EXAMPLES: Readonly<Record<string, Act['inputs']>> = {
  push: { compare: 'v1...v2' },
  workflow_dispatch: DISPATCH,
  repository_dispatch: DISPATCH,
  issue_comment: { 'trigger-command': 'You' },
  pull_request_review: { 'trigger-command': 'Maybe' },
};

/** Stories made by hand, and one for each of GitHub's own examples of events. */
export function createStories(): { readonly own: readonly Story[]; readonly documented: readonly Story[] } {
  const documented = documentedEvents().map(
    ({ name, event }, at): Story => ({
      name: `GitHub's example ${at + 1}: ${name}`,
      acts: [of(event, { ...FOR_EXAMPLES, ...MORE_FOR_EXAMPLES[name] }, 31)],
      prepare({ github: { hub, repository } }) {
        for (const login of ['Codertocat', 'octocat']) repository.roles.set(addAccount(hub, login).login, 'write');
      },
    }),
  );
  return { own: OWN_STORIES, documented };
}
