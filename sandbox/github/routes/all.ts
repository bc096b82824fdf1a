import { codeComments } from './code-comments.ts';
import { comment } from './comment.ts';
import { commentsOfRepository } from './comments-of-repository.ts';
import { commentsOfThread } from './comments-of-thread.ts';
import { graphql } from './graphql.ts';
import { merge } from './merge.ts';
import { patches } from './patches.ts';
import { permission } from './permission.ts';
import { pullAsIssue } from './pull-as-issue.ts';
import { pulls } from './pulls.ts';
import { pullsOfCommit } from './pulls-of-commit.ts';
import { reactions } from './reactions.ts';
import { release } from './release.ts';
import { review } from './review.ts';
import type { Route } from './route.ts';
import { whoAmI } from './who-am-i.ts';

/** The first matching route answers. */
export const ROUTES: readonly Route[] = [
  ...[permission, pullAsIssue, ...comment, ...commentsOfThread, commentsOfRepository],
  ...[...pulls, merge, pullsOfCommit, ...patches, ...release, graphql],
  ...[...codeComments, ...review, ...whoAmI, ...reactions],
];
