/** A part of `src` that decides something, and the tests that must notice every change of it. */
export interface MutatedModule {
  /** Files to change, as patterns. */
  readonly files: readonly string[];
  /** Patterns of the tests that show its behavior, without slow ones, because they run once per change. */
  readonly tests: readonly string[];
  /** Slow tests, for the changes that survive those. */
  readonly slowTests?: readonly string[];
}

export const MODULES: Readonly<Record<string, MutatedModule>> = {
  authorization: {
    files: ['src/trigger/authorization.ts'],
    tests: ['unit/trigger/authorization.test.ts'],
  },
  command: {
    files: ['src/trigger/command-events.ts'],
    tests: ['unit/trigger/{command,command-events}.test.ts'],
  },
  claim: {
    files: ['src/request/claim.ts', 'src/thread/earlier-requests.ts'],
    tests: ['unit/thread/{earlier-requests,request-key}.test.ts'],
  },
  marker: {
    files: ['src/thread/marker.ts', 'src/thread/request.ts'],
    tests: ['unit/thread/marker*.test.ts', 'unit/thread/request.test.ts', 'unit/post*.test.ts'],
  },
  poll: {
    files: ['src/service/watch.ts', 'src/service/watch-job.ts'],
    tests: ['unit/service/watch*.test.ts'],
  },
  submit: {
    files: ['src/service/submit.ts', 'src/http/retry-after.ts'],
    tests: [
      'unit/service/{jobs,jobs-answers,jobs-quota,jobs-requests,submit-once}.test.ts',
      'unit/http/retry-after.test.ts',
    ],
  },
  escape: {
    files: ['src/text/escape.ts', 'src/render/to-markdown.ts'],
    tests: ['unit/text/escape.test.ts', 'unit/render/to-markdown.test.ts'],
  },
  sanitizer: {
    files: ['src/sanitize/*.ts'],
    tests: [
      'unit/sanitize/{blocks,cmark-gfm,inline,lines,links,long-text,open-elements,plain-text,redact-tokens,rounds,sanitize,tables,visible-text}.test.ts',
    ],
    slowTests: ['unit/sanitize/sanitize-properties.test.ts', 'attacks/sanitizer-limits.test.ts'],
  },
};
