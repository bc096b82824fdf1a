import { quoteName } from '../text/escape.ts';
import { readComment, readReview, readReviewComment } from './command-events.ts';
import type { GitHubEvent } from './event-file.ts';
import { readDispatch, readPush, readRelease, readWorkflowRun } from './history-events.ts';
import { readIssue, readPull } from './thread-events.ts';
import type { Trigger, TriggerRules } from './trigger.ts';
import { notARequest } from './trigger.ts';

/**
 * Reads an event as a trigger, or as an event that is not a request.
 * @throws EventError when the payload differs from GitHub's documentation.
 */
export function readTrigger({ name, payload }: GitHubEvent, rules: TriggerRules): Trigger {
  switch (name) {
    case 'issues':
      return readIssue(payload, rules);
    case 'pull_request':
      return readPull(payload, rules);
    case 'issue_comment':
      return readComment(payload, rules);
    case 'pull_request_review':
      return readReview(payload, rules);
    case 'pull_request_review_comment':
      return readReviewComment(payload, rules);
    case 'push':
      return readPush(payload, rules);
    case 'workflow_run':
      return readWorkflowRun(payload, rules);
    case 'release':
      return readRelease(payload);
    case 'workflow_dispatch':
    case 'repository_dispatch':
    case 'schedule':
      return readDispatch(name, payload);
    default:
      return notARequest(`the event ${quoteName(name)}`, OTHERS);
  }
}

const OTHERS = 'a label, a command in a comment, a merge, push, release, workflow run, schedule or dispatch is';
