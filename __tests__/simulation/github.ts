import { answerRequest } from '../../sandbox/github/model/api.ts';
import { addCommit, edited, findCommit } from '../../sandbox/github/model/git.ts';
import { closeAsMerged, openPull } from '../../sandbox/github/model/pulls.ts';
import { commit, push } from '../../sandbox/github/model/pushes.ts';
import { found } from '../../sandbox/github/model/requests.ts';
import { showRepository, showUser } from '../../sandbox/github/model/show.ts';
import {
  type Account,
  addAccount,
  addRepository,
  type Comment,
  createHub,
  findThread,
  fullName,
  type Pull,
  type Thread,
} from '../../sandbox/github/model/state.ts';
import { addLabel, comment, openThread, removeLabel } from '../../sandbox/github/model/threads.ts';
import { createRateLimit, limitedAnswer } from '../../sandbox/github/rate-limit.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import type { Person } from './history.ts';

export type { Comment } from '../../sandbox/github/model/state.ts';

/** A commit of `main`, which changes a file of its own. */
interface MainCommit {
  readonly sha: string;
  readonly by: Person;
  readonly file: string;
}

/** A pull request that was opened in the course of the history. */
export interface OpenedPull {
  readonly thread: Thread;
  readonly pull: Pull;
  readonly author: Person;
  /** As a job names it: with the name that the repository had when it was opened. */
  readonly url: string;
  readonly file: string;
  /** The job that opened it. */
  readonly job: string | undefined;
}

export type GitHub = ReturnType<typeof createGitHub>;

/** Whether a pull request is open, was merged or was closed. */
export const stateOf = ({ thread, pull }: OpenedPull): 'open' | 'closed' | 'merged' =>
  pull.merge ? 'merged' : thread.closedAt === null ? 'open' : 'closed';

/** The pull request at an address. */
export const pullAt = (url: string | null, { pulls }: GitHub): OpenedPull | undefined =>
  [...pulls.values()].find((each) => each.url === url);

export const messageOf = (file: string): string => `Change ${file}`;

/**
 * Members by their roles; `mallory` has none. The agent is `agent[bot]` or `dora`, and
 * `labeler[bot]` an automation.
 */
const ROLES = [
  ['alice', 'write'],
  ['bob', 'admin'],
  ['tom', 'triage'],
  ['dora', 'write'],
  ['labeler[bot]', 'write'],
] as const;
const PEOPLE = ['alice', 'bob', 'tom', 'mallory', 'agent[bot]', 'dora', 'labeler[bot]'] as const;
const FILES = { 'README.md': '# App\n', 'src/cli.ts': 'one\ntwo\nthree\n' };
/** Of issues; {@link PULL} is a pull request. */
const ISSUES = [31, 32];
const PULL = 40;
/** Pull requests that are opened later have higher numbers. */
const LAST_NUMBER = 99;

interface Surroundings {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The token of the workflow. */
  readonly token: string;
  readonly perHour: number | undefined;
  /** From 0 to 1: the share of the lag that a text has. */
  readonly share: (text: string) => number;
}

/**
 * The sandbox's model of GitHub in process: repository `acme/app`, number 1, and the people and
 * bots who use it.
 */
export function createGitHub({ now, token, perHour, share }: Surroundings) {
  const deliveries: Event[] = [];
  let past = 0;
  const counts = new Map([
    ['account', 500],
    ['comment', 1000],
  ]);
  const hub = createHub({
    ...{
      url: 'https://github.com',
      api: 'https://api.github.com',
      now: () => now() - past,
      counts,
    },
    inLists,
    deliver: (event) => void deliveries.push(event),
  });
  const accounts = new Map(
    PEOPLE.map((login) => [
      login,
      addAccount(hub, login, login.endsWith('[bot]') ? 'Bot' : 'User'),
    ]),
  );
  const owner = addAccount(hub, 'acme', 'Organization');
  const bot = addAccount(hub, 'github-actions[bot]', 'Bot');
  hub.tokens.set(token, bot);
  const repository = addRepository(hub, { owner, name: 'app' });
  for (const [login, role] of ROLES) repository.roles.set(login, role);
  addRepository(hub, { owner, name: 'docs', isPrivate: true });
  const rateLimit = createRateLimit(now, perHour);

  function inLists(comment: Comment): Comment | undefined {
    if (shownAt(comment) > now()) return undefined;
    if (model.lag.edited === 0 || comment.texts.length === 1) return comment;
    const text = textAt(comment, now());
    return text ? { ...comment, body: text.body, updatedAt: text.at } : comment;
  }
  const textAt = ({ id, texts }: Comment, at: number) =>
    texts.findLast((text, index) => at >= text.at + lagOfEdit(id, index)) ?? texts[0];
  /** When lists begin to show a comment. */
  const shownAt = ({ id, createdAt }: Comment): number =>
    createdAt + model.lag.created * share(`comment ${id}`);
  const lagOfEdit = (id: number, index: number) =>
    index === 0 ? 0 : model.lag.edited * share(`edit ${index} of comment ${id}`);

  const commits: MainCommit[] = [];
  const model = {
    hub,
    repository,
    rateLimit,
    /** Milliseconds after which lists show each new comment and edit at the latest. */
    lag: { created: 0, edited: 0 },
    /** By number. */
    pulls: new Map<number, OpenedPull>(),
    /** The commits of `main` since the history began, the oldest first. */
    commits,
    /** The commits that a force push replaced, with the commit before each. */
    replaced: new Map<string, string>(),
    account: (login: Person | 'github-actions[bot]'): Account =>
      login === 'github-actions[bot]' ? bot : found(accounts.get(login)),
    thread: (number: number): Thread => found(findThread(repository, number)),
    comment: (id: number): Comment | undefined =>
      repository.comments.find((each) => each.id === id),
    shownAt,
    /** A comment as lists show it at a time; undefined if they do not yet. */
    listed: (comment: Comment, at: number) =>
      shownAt(comment) <= at && comment.texts.some((text) => text.at <= at)
        ? textAt(comment, at)
        : undefined,
    /** Whether the action cannot write there: the thread is locked, or was transferred. */
    isClosed(number: number): boolean {
      const thread = findThread(repository, number);
      return thread !== undefined && (thread.isLocked || thread.movedTo !== undefined);
    },
    /** Lets people act so many milliseconds before now. */
    ago(ms: number, act: () => void): void {
      past = ms;
      act();
      past = 0;
    },
    /** What GitHub delivers for an act: the last webhook of that name. */
    deliveryOf(name: string, act: () => void): Event {
      const before = deliveries.length;
      act();
      return found(deliveries.slice(before).findLast((each) => each.name === name));
    },
    answer({ method, url, headers: { authorization }, body = '' }: HttpRequest): HttpResponse {
      const workflow = { token, repository: fullName(repository) };
      const request = { method, url: url.pathname + url.search, authorization, body };
      const answer = limitedAnswer((raw) => answerRequest(hub, raw, workflow), rateLimit, request);
      const { location } = answer.headers;
      if (answer.status === 301 && location)
        throw new TransportError('redirect', 'the server redirects', { location });
      const headers = new Map([
        ...Object.entries(answer.headers),
        ['date', new Date(now()).toUTCString()] as const,
      ]);
      return { status: answer.status, headers, body: Buffer.from(answer.body) };
    },
  };

  const bob = model.account('bob');
  for (const each of hub.repositories)
    for (const [path, text] of Object.entries(FILES))
      commit(each, bob, { [path]: text }, { message: `Add ${path}`, branch: 'main' });
  for (const number of ISSUES) open(number, () => openThread(repository, bob, wordsOf(number)));
  commit(
    repository,
    bob,
    { 'src/cli.ts': 'one\ntwo\nthree\nfour\n' },
    { message: 'Add a line', branch: 'json' },
  );
  const head = { repository, ref: 'json' };
  open(PULL, () => openPull(repository, bob, { ...wordsOf(PULL), head, isDraft: false }));
  counts.set(NUMBERS, LAST_NUMBER);

  function open(number: number, act: () => void): void {
    counts.set(NUMBERS, number - 1);
    act();
  }
  return model;
}

const NUMBERS = 'number in 1';
const wordsOf = (number: number) => ({
  title: `Explain flag ${number}`,
  body: 'What does it print?',
});
const MAIN = 'refs/heads/main';

/** The tip of `main`. */
export const tipOf = ({ repository }: GitHub) => found(findCommit(repository, MAIN));

/** A person sets the label, after it was taken away if it is there. */
export function labeled(github: GitHub, number: number, by: Person): Event {
  const [thread, account] = [github.thread(number), github.account(by)];
  removeLabel(thread, account, 'docs');
  return github.deliveryOf(thread.pull ? 'pull_request' : 'issues', () =>
    addLabel(thread, account, 'docs'),
  );
}

/** Someone comments: also in a locked thread, as if that had been a moment before the lock. */
export function say(
  github: GitHub,
  thread: Thread,
  by: Person | 'github-actions[bot]',
  body: string,
): Comment {
  const { isLocked } = thread;
  thread.isLocked = false;
  const made = comment(thread, github.account(by), body);
  thread.isLocked = isLocked;
  return made;
}

/** A person commits to a file of its own, on top of a commit of `main`. */
export function commitOnto(github: GitHub, base: string, by: Person): string {
  const { repository, commits, replaced } = github;
  const file = `src/file-${commits.length + replaced.size + 1}.ts`;
  const author = github.account(by);
  const { sha } = addCommit(repository, {
    ...{
      message: messageOf(file),
      parents: [base],
      author,
      committer: author,
      at: github.hub.now(),
    },
    files: edited(found(findCommit(repository, base)).files, { [file]: 'new\n' }),
  });
  commits.push({ sha, by, file });
  return sha;
}

export const pushMain = (github: GitHub, by: Person, sha: string): Event =>
  github.deliveryOf('push', () => push(github.repository, github.account(by), MAIN, sha));

/**
 * Merges a pull request into a commit that is not pushed yet. @returns the event of that, and the
 * commit.
 */
export function mergeOnto(github: GitHub, base: string, { thread, file }: OpenedPull, by: Person) {
  const { repository, commits } = github;
  let sha = '';
  const closed = github.deliveryOf('pull_request', () => {
    ({ sha } = closeAsMerged(
      thread,
      found(findCommit(repository, base)),
      github.account(by),
      'rebase',
    ));
  });
  commits.push({ sha, by, file });
  return { closed, sha };
}

interface NewPull {
  readonly author: Person;
  readonly job: string | undefined;
  readonly isDraft: boolean;
}

/** Opens a pull request with one commit. @returns it, and the event of that. */
export function openOwnPull(github: GitHub, { author, job, isDraft }: NewPull) {
  const { repository, pulls } = github;
  const number = LAST_NUMBER + 1 + pulls.size;
  const [branch, folder] = [`branch-${number}`, job === undefined ? 'src' : 'docs'];
  const file = `${folder}/pull-${number}.ts`;
  const [account, message] = [github.account(author), messageOf(file)];
  commit(repository, account, { [file]: 'new\n' }, { message, branch });
  const head = { repository, ref: branch };
  const given = { title: `Docs ${number}`, body: '', head, isDraft };
  const event = github.deliveryOf('pull_request', () => void openPull(repository, account, given));
  const thread = github.thread(number);
  const url = `https://github.com/${fullName(repository)}/pull/${number}`;
  const opened: OpenedPull = { thread, pull: found(thread.pull), author, url, file, job };
  pulls.set(number, opened);
  return { opened, event };
}

/** Replaces the commit of a pull request by another one that changes the same file. */
export function amend(github: GitHub, { pull, file }: OpenedPull, by: Person): Event {
  const { repository } = github;
  const { parents, files, message } = found(findCommit(repository, pull.head.sha));
  const author = github.account(by);
  const content = `${files.get(file)?.content}and more\n`;
  const given = { message, parents, author, committer: author, at: github.hub.now() };
  const { sha } = addCommit(repository, { ...given, files: edited(files, { [file]: content }) });
  return github.deliveryOf('pull_request', () =>
    push(repository, author, `refs/heads/${pull.head.ref}`, sha),
  );
}

/** What starts a workflow. */
export interface Event {
  readonly name: string;
  readonly payload: object;
}

const about = (github: GitHub, by: Person) => ({
  repository: showRepository(github.repository),
  sender: showUser(github.hub, github.account(by)),
});

/** The workflow that deploys `main` ended. */
export function deployed(github: GitHub, head: string, by: Person, conclusion = 'success'): Event {
  const common = about(github, by);
  const html_url = `${common.repository.html_url}/actions/runs/4711`;
  const head_commit = { id: head, message: 'Add --json', author: { name: by } };
  const commit = {
    head_branch: 'main',
    head_sha: head,
    head_commit,
    head_repository: common.repository,
  };
  const run = { id: 4711, workflow_id: 77, name: 'Deploy', event: 'push', conclusion, html_url };
  return {
    name: 'workflow_run',
    payload: { action: 'completed', workflow_run: { ...run, ...commit }, ...common },
  };
}

/** Someone starts the workflow by hand. */
export const dispatched = (github: GitHub, by: Person, inputs: object = {}): Event => ({
  name: 'workflow_dispatch',
  payload: { inputs, ref: 'refs/heads/main', ...about(github, by) },
});

export const scheduled = (github: GitHub): Event => ({
  name: 'schedule',
  payload: { schedule: '0 6 * * 1', repository: showRepository(github.repository) },
});
