import { commentsOfPull } from './comments-of-pull.ts';
import { commentsOfRepository } from './comments-of-repository.ts';
import { merge } from './merge.ts';
import { patches } from './patches.ts';
import { permission } from './permission.ts';
import { pullAsIssue } from './pull-as-issue.ts';
import { pulls } from './pulls.ts';
import { pullsOfCommit } from './pulls-of-commit.ts';
import { readyForReview } from './ready-for-review.ts';
import { release } from './release.ts';
import type { Route } from './route.ts';
import { threadPage } from './thread-page.ts';

/** The first one that fits answers. */
export const ROUTES: readonly Route[] = [
  ...[threadPage, permission, pullAsIssue, ...commentsOfPull, commentsOfRepository],
  ...[...pulls, merge, pullsOfCommit, ...patches, ...release, readyForReview],
];
