import { commentsOfPull } from './comments-of-pull.ts';
import { permission } from './permission.ts';
import { pullAsIssue } from './pull-as-issue.ts';
import type { Route } from './route.ts';
import { threadPage } from './thread-page.ts';

/** The first one that fits answers. */
export const ROUTES: readonly Route[] = [threadPage, permission, pullAsIssue, ...commentsOfPull];
