import type { HttpResponse } from '../../src/http/transport.ts';
import { answering } from './stub-service.ts';

/** A commit of the only line of history that the stub knows. */
interface StubCommit {
  readonly sha: string;
  readonly message: string;
  /** The paths that it changed. */
  readonly files: readonly string[];
  /** The numbers of the pull requests that GitHub associates with it. */
  readonly pulls: readonly number[];
}

/** Commits, as "Compare two commits", "Get a commit" and "List pull requests associated with a commit" show them. */
export interface HistoryStub {
  /** Adds a commit and returns its sha. */
  commit(fields?: Partial<StubCommit>): string;
  compare(basehead: string): HttpResponse;
  show(ref: string): HttpResponse;
  /** @param find a pull request by its number. */
  pullsOf(ref: string, find: (number: number) => object | undefined): HttpResponse;
}

/** A page of the comparison has at most so many commits, and the comparison so many files. */
const MAX_COMMITS = 250;
const MAX_FILES = 300;

export function createHistoryStub(): HistoryStub {
  const commits: StubCommit[] = [];
  const at = (ref: string) => commits.findIndex(({ sha }) => sha === ref);
  return {
    commit({
      sha = (commits.length + 1).toString(16).padStart(40, '0'),
      message = 'Work',
      files = [],
      pulls = [],
    } = {}) {
      commits.push({ sha, message, files, pulls });
      return sha;
    },
    compare(basehead) {
      const [base = '', head = ''] = basehead.split('...');
      const [from, to] = [at(base), at(head)];
      if (from < 0 || to < 0) return answering(404, { message: 'Not Found' });
      const between = commits.slice(from + 1, to + 1);
      const status = from === to ? 'identical' : from < to ? 'ahead' : 'behind';
      const names = [...new Set(between.flatMap(({ files }) => files))].slice(0, MAX_FILES);
      return answering(200, {
        html_url: `https://github.com/acme/app/compare/${base}...${head}`,
        status,
        base_commit: { sha: base },
        merge_base_commit: { sha: status === 'behind' ? head : base },
        total_commits: between.length,
        commits: between.slice(0, MAX_COMMITS).map(describe),
        files: names.map(describeFile),
      });
    },
    show(ref) {
      const index = at(ref);
      const commit = commits[index];
      if (!commit) return answering(422, { message: `No commit found for SHA: ${ref}` });
      const parents = commits.slice(Math.max(0, index - 1), index).map(({ sha }) => ({ sha }));
      return answering(200, { ...describe(commit), parents, files: commit.files.map(describeFile) });
    },
    pullsOf(ref, find) {
      const { pulls = [] } = commits[at(ref)] ?? {}; // tests whose commits do not matter add none
      return answering(
        200,
        pulls.flatMap((number) => find(number) ?? []),
      );
    },
  };
}

const describe = ({ sha, message }: StubCommit) => ({
  sha,
  commit: { message, author: { name: 'Alice' } },
  author: { login: 'alice' },
});

const describeFile = (filename: string) => ({ filename, status: 'modified', additions: 1, deletions: 0, patch: '+x' });
