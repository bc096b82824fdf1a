import { quoteName } from '../text/escape.ts';
import { ABOUT_ISSUE, ABOUT_PULL, LABELED, parsePayload } from './payload.ts';
import { activityOf, byIssue, byPull, type RequestSource } from './request-source.ts';
import { labelRequest, mergeRequest, openedRequest } from './thread-requests.ts';
import type { Trigger, TriggerRules } from './trigger.ts';
import { notARequest } from './trigger.ts';

/** Reads the event `issues`. @throws EventError, as the other readers do. */
export function readIssue(payload: unknown, rules: TriggerRules): Trigger {
  const activity = activityOf(payload, 'issues');
  const source = (): RequestSource => byIssue(parsePayload(ABOUT_ISSUE, payload, 'issues'));
  if (activity === 'labeled') return readLabel(payload, 'issues', rules, source);
  const mayOpen = activity === 'opened' || activity === 'reopened';
  if (mayOpen && rules.label === '*') return openedRequest(source(), activity);
  return notARequest(
    `an issue that was ${quoteName(activity)}`,
    activity === 'opened' ? labeling(rules) : opening(rules),
  );
}

const ACTIVITIES = {
  opened: 'opened',
  reopened: 'reopened',
  ready_for_review: 'marked as ready for review',
  synchronize: 'updated',
} as const;

/** Reads the event `pull_request`. */
export function readPull(payload: unknown, rules: TriggerRules): Trigger {
  const activity = activityOf(payload, 'pull_request');
  const read = () => parsePayload(ABOUT_PULL, payload, 'pull_request');
  switch (activity) {
    case 'labeled':
      return readLabel(payload, 'pull_request', rules, () => byPull(read()));
    case 'closed': {
      const about = read();
      const { merged, base, merge_commit_sha: commit } = about.pull_request;
      if (merged) return mergeRequest(byPull(about), { branch: base.ref, commit: commit ?? undefined });
      return notARequest('closing a pull request', 'merging it is');
    }
    case 'opened':
    case 'reopened':
    case 'ready_for_review':
    case 'synchronize': {
      if (activity === 'synchronize' && !rules.reusesPullRequest) {
        return notARequest('a new commit in a pull request', 'it is with `pull-request: reuse`');
      }
      const about = read();
      if (about.pull_request.draft) return notARequest('a draft', 'marking it as ready for review is');
      return openedRequest(byPull(about), ACTIVITIES[activity]);
    }
    default:
      return notARequest(`a pull request that was ${quoteName(activity)}`, 'opening, labeling and merging it are');
  }
}

function readLabel(payload: unknown, event: string, rules: TriggerRules, source: () => RequestSource): Trigger {
  const { label } = parsePayload(LABELED, payload, event);
  // On GitHub, label names are unique regardless of case.
  if (label.name.toLowerCase() === rules.label.toLowerCase()) return labelRequest(source(), label.name);
  return notARequest(`the label ${quoteName(label.name)}`, opening(rules));
}

const opening = ({ label }: TriggerRules) =>
  label === '*'
    ? 'opening an issue is (`trigger-label` is `*`)'
    : `adding the label ${quoteName(label)} is (\`trigger-label\`)`;

/** GitHub sends one event for opening an issue, and one for each label that it is opened with. */
const labeling = ({ label }: TriggerRules) =>
  `the label ${quoteName(label)} is, in a run of its own (\`trigger-label\`)`;
