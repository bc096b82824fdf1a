import fc from 'fast-check';
import { ServiceError } from '../../src/errors.ts';
import type { Outcome } from '../../src/outcome.ts';
import type { RetryHints } from '../../src/render/message-parts.ts';
import type { PreparedRequest, RequestSummary } from '../../src/render/request.ts';
import { formatPartial } from '../../src/render/visitor-report.ts';
import { type Job, parseJob } from '../../src/service/job.ts';
import { dispatchRequest } from '../../src/trigger/history-events.ts';
import type { RequestTrigger } from '../../src/trigger/trigger.ts';
import { anyText, anyUrl } from './any-text.ts';
import { jobBody } from './job-body.ts';
import { aPage, exported, partial, sampleSurvey } from './sample-exports.ts';
import { READ_AT } from './sample-job.ts';
import { inTime, OUTCOMES, preparedFor } from './sample-outcomes.ts';
import { command, ISSUE, labeled, opened, push, release } from './sample-triggers.ts';

/** Parts that are special in Markdown, in HTML or on GitHub. */
const SPECIAL = [
  ...'@alice @acme/team a@b.example #1 GH-2 gh-3 acme/app#4 acme/app@deadbeef &#64;bob &commat; &lt;'.split(
    ' ',
  ),
  ...'https://evil.example http://x ftp://x www.evil.example WWW.x <https://x> <b> </sub> <!-- -->'.split(
    ' ',
  ),
  ...'![x](https://x) [x](javascript:x) [ ] ( ) ! ` `` ``` `x` \\ | _ * ~ $x$ & ; # @ : // www. 1 1. - + = > a'.split(
    ' ',
  ),
  'closes #5',
  'Fixes: GH-6',
  '[x]: https://x',
  '# ',
  ' ',
  '\n',
  '\r\n',
  '\u2028',
  '\u0000',
  '\u200b',
  '\u200d',
  '\u202e',
  '\ufeff',
  '\u{e0041}',
  '\ud800',
  '🎉',
  'é',
  '::error::',
  '##[error]',
];

/** A text of any characters, with parts that are special in Markdown and on GitHub. */
const untrustedText = fc
  .array(
    fc.oneof({ arbitrary: fc.constantFrom(...SPECIAL), weight: 4 }, anyText({ maxLength: 4 })),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));

const link = fc.oneof(
  anyUrl(),
  untrustedText.map((text) => `https://github.com/acme/docs/pull/1${text}`),
  untrustedText,
);

/** A job as the action reads it from any answer of the service. */
export const anyJob: fc.Arbitrary<Job> = fc
  .record({
    id: fc.stringMatching(/^[\w~:@=+-]{1,30}$/),
    status: fc.oneof(
      fc.constantFrom('active', 'completed', 'archived', 'failed', 'GH-1', 'fixes gh-2', '_x_'),
      fc.stringMatching(/^[\w -]{1,40}$/),
    ),
    prLink: fc.oneof(link, fc.constant(null)),
  })
  .map((fields) => parseJob(Buffer.from(JSON.stringify(jobBody(fields))), READ_AT));

/** The issue with this title. */
export const titled = (title: string) => ({ ...ISSUE, title: { text: title, removed: {} } });

const by = (login: string) => ({ login, id: 501, isBot: false });

/** The pages that a refresh selects of a part of the site. */
export const REFRESHED = partial({ kind: 'throttled', tryAgainAt: inTime(0) }, { leftOut: 900 });
const REFRESHED_PAGES = { title: 'the top 3 pages', short: formatPartial(REFRESHED) };

/** A request as prepared, and how to repeat it. */
interface Asked {
  readonly asked: PreparedRequest;
  readonly retryHints: RetryHints;
}

const from = (
  trigger: RequestTrigger,
  more?: Partial<RequestSummary>,
  command = '/docs',
): Asked => ({
  asked: preparedFor(trigger, more),
  retryHints: { ...trigger.retry, command },
});

type Texts = Readonly<Record<'text' | 'login' | 'name', string>>;

/** A request from three texts, of each kind. */
const REQUESTS: readonly ((texts: Texts) => Asked)[] = [
  ({ text, login, name }) =>
    from(labeled({ label: name, requester: by(login), thread: titled(text) })),
  ({ text, login }) => from(opened({ requester: by(login), thread: titled(text) })),
  ({ text, login }) => from(command({ requester: by(login), text })),
  ({ text, login, name }) => from(push({ requester: by(login), name }), { title: text }),
  ({ login, name }) => from(release({ requester: by(login), tag: name })),
  ({ text, login, name }) => from(dispatchRequest(by(login), 'schedule'), { title: text }, name),
  ({ login }) => from(dispatchRequest(by(login), 'schedule'), REFRESHED_PAGES),
];

/** Each kind of request, with any texts. */
export const anyRequest: fc.Arbitrary<Asked> = fc
  .record({
    requestFrom: fc.constantFrom(...REQUESTS),
    text: untrustedText,
    login: untrustedText,
    name: untrustedText.map((text) => `docs ${text}`),
  })
  .map(({ requestFrom, ...texts }) => requestFrom(texts));

const problem = fc
  .record({ message: untrustedText, remedy: untrustedText })
  .map(({ message, remedy }) => new ServiceError(message, remedy));

export const ADDRESS = 'https://github.com/acme/app/issues/31#issuecomment-9';

/** An export of pages with any paths, complete or partial. */
const exportOf: fc.Arbitrary<Outcome> = fc
  .record({ paths: fc.array(untrustedText, { maxLength: 4 }), file: untrustedText, problem })
  .chain(({ paths, file, problem }) => {
    const survey = {
      pages: paths.map((path) => aPage(`/${path}`)),
      leftOut: 3,
      unusable: 1,
      repeated: 2,
    };
    const ended = partial({ kind: 'problem', problem }, survey);
    return fc.constantFrom(
      ...[sampleSurvey(survey), ended].map((one) => exported(one, `${file}.csv`)),
    );
  });

export const anyOutcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constantFrom(...Object.values(OUTCOMES)),
  exportOf,
  anyJob.map(
    (drawn): Outcome => ({
      verdict: 'pull-request',
      job: drawn.pullRequest.kind === 'link' ? drawn : OUTCOMES['pull request'].job,
    }),
  ),
  fc
    .record({ job: anyJob, problem, failures: fc.nat() })
    .map((drawn): Outcome => ({ verdict: 'timed-out', ...drawn })),
  fc.record({ job: anyJob, problem }).map((drawn): Outcome => ({ verdict: 'error', ...drawn })),
  problem.map((drawn): Outcome => ({ verdict: 'unconfirmed', problem: drawn })),
  anyJob.map((drawn): Outcome => ({ verdict: 'cancelled', job: drawn })),
  anyJob.map((job): Outcome => ({ verdict: 'started', job })),
  fc.record({ job: anyJob, problem }).map(
    ({ job: { id: jobId }, problem }): Outcome => ({
      verdict: 'error',
      problem,
      job: undefined,
      jobId,
    }),
  ),
  fc.record({
    verdict: fc.constantFrom('skipped' as const, 'denied' as const),
    reason: untrustedText,
  }),
  fc
    .array(
      fc.record({
        jobId: anyJob.map(({ id }) => id),
        issueNumber: fc.nat(),
        verdict: fc.constantFrom('pull-request' as const, 'active' as const, 'left' as const),
      }),
    )
    .map(
      (drawn): Outcome => ({
        verdict: 'swept',
        swept: drawn.map((one) => ({ ...one, commentUrl: ADDRESS })),
      }),
    ),
);
