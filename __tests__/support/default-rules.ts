import type { TriggerRules } from '../../src/trigger/trigger.ts';

/** Which events are requests, by the defaults of the inputs. */
export const RULES: TriggerRules = {
  label: 'docs',
  command: '/docs',
  branches: [],
  hasCompare: false,
  reusesPullRequest: false,
  followsUp: false,
};
