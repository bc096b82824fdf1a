import * as v from 'valibot';
import { GitHubError } from '../errors.ts';
import { type GitHub, readData } from '../github/client.ts';
import { commentsOf } from '../github/comments.ts';
import { parseAnswer, RequestFailure, reasonOf, shown } from '../github/failure.ts';
import { NUMBER, WEB_ADDRESS } from '../github/fields.ts';
import { GAPS_LABEL } from '../inputs/fields.ts';
import type { Clock } from '../runtime/clock.ts';
import { persistently } from '../thread/comment-requests.ts';
import type { MarkerKeys } from '../thread/marker.ts';
import { type IssueIdentity, readSignedIssue, type SignedIssue, signIssue } from './issue-marker.ts';

/** Milliseconds until the list is read again, for the issue of a run that started at the same time. */
const PAUSE_MS = 2_000;
/** Milliseconds between two writes (GitHub, "Best practices for using the REST API"). */
const WRITE_INTERVAL_MS = 1_000;

export interface IssueRef {
  readonly number: number;
  readonly url: string;
}

/** `isNew`: this run created it. `closed`: the numbers of older ones. */
export interface IssueResult {
  readonly issue: IssueRef;
  readonly isNew: boolean;
  readonly closed: readonly number[];
}

interface IssueEffects {
  readonly github: GitHub;
  readonly keys: MarkerKeys;
  /** The id of the repository. */
  readonly repositoryKey: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`. */
  readonly deadline: number;
  readonly warn: (line: string) => void;
}

/** What to write. */
export interface NewIssue {
  readonly identity: Omit<IssueIdentity, 'before'>;
  readonly title: string;
  /** @param before the issue before this one. */
  readonly bodyAfter: (before: IssueRef | undefined) => string;
  /** The label that makes an issue a request. */
  readonly triggerLabel: string;
}

const ISSUE = v.object({
  number: NUMBER,
  html_url: WEB_ADDRESS,
  title: v.string(),
  body: v.nullish(v.string(), ''),
  state: v.string(),
  comments: NUMBER,
  labels: v.array(v.union([v.string(), v.object({ name: v.nullish(v.string(), '') })])),
  pull_request: v.optional(v.unknown()),
});

interface FoundIssue extends SignedIssue, IssueRef {
  readonly isOpen: boolean;
  readonly hasComments: boolean;
  /** In lower case. */
  readonly labels: readonly string[];
}

/**
 * Creates the issue of this run. Of issues that runs create at the same time, one stays; an older one is closed
 * if it was not edited, and no one asked for it. No text of an existing issue is changed, because a maintainer may be editing it.
 * @throws GitHubError if the list cannot be read, or the issue cannot be created.
 */
export async function createGapsIssue(wanted: NewIssue, effects: IssueEffects): Promise<IssueResult> {
  const { github, clock, signal, deadline, warn } = effects;
  const { identity } = wanted;
  const before = await listIssues(identity.scope, effects);
  const earlier = before.find(({ run }) => run === identity.run); // by an earlier attempt
  if (earlier) return { issue: earlier, isNew: false, closed: [] };
  await createLabel(github);
  let isLost = false;
  const create = async () => {
    const own = isLost
      ? (await listIssues(identity.scope, effects)).find(({ nonce }) => nonce === identity.nonce)
      : undefined;
    isLost = true; // from now on, GitHub may have created it
    return own ?? post(wanted, before[0], effects);
  };
  const own = await persistently('create', create, { clock, signal, until: deadline }).catch((error: unknown) => {
    throw uncreated(error);
  });
  try {
    return await settle(own, before, wanted, effects);
  } catch (error) {
    warn(`Older issues with gaps stay open: ${reasonOf(error)}`);
    return { issue: own, isNew: true, closed: [] };
  }
}

/** Reads the list again, and closes what this issue replaces. */
async function settle(
  own: IssueRef,
  before: readonly FoundIssue[],
  wanted: NewIssue,
  effects: IssueEffects,
): Promise<IssueResult> {
  const { github, clock, signal } = effects;
  await clock.sleep(PAUSE_MS, signal);
  const now = await listIssues(wanted.identity.scope, effects);
  const isKnown = ({ number }: IssueRef) => before.some((each) => each.number === number);
  const rivals = now.filter((each) => each.isOpen && each.isUnchanged && !isKnown(each) && each.number !== own.number);
  // All runs agree, although each saw another list: the one with the newest issue before it stays, and of several the lowest number.
  const [kept = own, ...twins] = [{ ...own, before: before[0]?.number ?? null }, ...rivals].sort(
    (one, other) => (other.before ?? 0) - (one.before ?? 0) || one.number - other.number,
  );
  const older: FoundIssue[] = [];
  for (const each of now.filter(isKnown)) if (await isUntouched(each, wanted.triggerLabel, effects)) older.push(each);
  const replaced = [...twins, ...older].map(({ number }) => number);
  const { issues } = (await github.octokit()).rest;
  for (const number of replaced) {
    await clock.sleep(WRITE_INTERVAL_MS, signal);
    await issues.update({ ...github.repository, issue_number: number, state: 'closed', state_reason: 'not_planned' });
  }
  return { issue: kept, isNew: kept.number === own.number, closed: replaced };
}

/** Nobody edited the issue, labeled it, or asked the agent for it in a comment. */
async function isUntouched(
  { number, isOpen, isUnchanged, labels, hasComments }: FoundIssue,
  triggerLabel: string,
  { github, ...effects }: IssueEffects,
): Promise<boolean> {
  if (!isOpen || !isUnchanged || labels.includes(triggerLabel.toLowerCase())) return false;
  return !hasComments || (await commentsOf(github, number, effects).list()).comments.length === 0;
}

/**
 * The signed issues of a scope, the newest first. Of several with the same nonce, the newer ones are copies, as "Duplicate issue" makes
 * them, and left alone. Only the 100 newest issues with the label are read.
 */
async function listIssues(scope: string, { github, keys, repositoryKey }: IssueEffects): Promise<FoundIssue[]> {
  const query = { ...github.repository, labels: GAPS_LABEL, state: 'all', sort: 'created', direction: 'desc' } as const;
  const listed = await readData(github, 'the issues with gaps', v.array(ISSUE), ({ issues }) =>
    issues.listForRepo({ ...query, per_page: 100 }),
  );
  const all = shown(listed, 'the issues of this repository');
  const signed = all.flatMap(({ number, html_url: url, title, body, state, comments, labels, pull_request }) => {
    const read = pull_request ? undefined : readSignedIssue({ title, body: body ?? '' }, keys, repositoryKey);
    if (read?.scope !== scope) return [];
    const names = labels.map((label) => (typeof label === 'string' ? label : (label.name ?? '')).toLowerCase());
    return [{ ...read, number, url, isOpen: state === 'open', hasComments: comments > 0, labels: names }];
  });
  const isCopy = (each: FoundIssue) => signed.some(({ nonce, number }) => nonce === each.nonce && number < each.number);
  return signed.filter((each) => !isCopy(each));
}

/** Creates the label, unless it exists. Without it, GitHub creates one without a description. */
async function createLabel({ octokit, repository }: GitHub): Promise<void> {
  const { issues } = (await octokit()).rest;
  const description = 'Where the documentation fails its readers';
  await issues.createLabel({ ...repository, name: GAPS_LABEL, color: '0e8a16', description }).catch(() => {});
}

async function post(
  { title, bodyAfter, identity }: NewIssue,
  before: IssueRef | undefined,
  effects: IssueEffects,
): Promise<IssueRef> {
  const { github, keys, repositoryKey } = effects;
  const body = signIssue(
    { title, body: bodyAfter(before) },
    { ...identity, before: before?.number ?? null },
    keys.key,
    repositoryKey,
  );
  const { issues } = (await github.octokit()).rest;
  const { data } = await issues.create({ ...github.repository, title, body, labels: [GAPS_LABEL] });
  const { number, html_url: url } = parseAnswer(ISSUE, data);
  return { number, url };
}

const uncreated = (cause: unknown): unknown =>
  cause instanceof RequestFailure
    ? new GitHubError(`The issue could not be created: ${cause.message}`, cause.facts.remedy, {
        cause,
        headline: 'Issue not created',
      })
    : cause;
