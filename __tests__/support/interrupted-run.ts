import { randomUUID } from 'node:crypto';
import { connectGitHub } from '../../src/github/client.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { post } from '../../src/post.ts';
import { createReporter, type Reporter } from '../../src/report/reporter.ts';
import type { StatusReport } from '../../src/report/status-report.ts';
import { readGitHubVariables } from '../../src/runtime/github-variables.ts';
import { deriveMarkerKeys, type Marker, readMarker } from '../../src/thread/marker.ts';
import { createStatusComments, openThread, type ReportThread, type StatusComments } from '../../src/thread/thread.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createRecordingRunner, type RecordingRunner } from './recording-runner.ts';
import { ASKED } from './sample-outcomes.ts';
import { sampleStatusReport } from './sample-status-report.ts';
import { createThreadOfGitHub } from './scripted-thread-of-github.ts';
import { json, KEY, TOKEN } from './scripted-world.ts';

const ISSUE = 31;

export const ENV = {
  'INPUT_API-KEY': KEY,
  'INPUT_GITHUB-TOKEN': TOKEN,
  GITHUB_REPOSITORY: 'acme/app',
  GITHUB_API_URL: 'https://api.github.com',
};

type GitHubAnswers = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

/** A run with a thread, until it is killed, and other runs at the same time. */
export interface InterruptedRun {
  readonly runner: RecordingRunner;
  readonly reporter: Reporter;
  readonly thread: ReportThread;
  readonly report: StatusReport;
  /** Another run in the same thread. */
  another(): ReportThread;
  /** Replaces GitHub's responses from now on. */
  answer(github: (request: HttpRequest, good: () => HttpResponse) => HttpResponse | Promise<HttpResponse>): void;
  /** Runs its post step, and records the requests to GitHub: `GET issues/comments/7`. */
  post(
    env?: Partial<typeof ENV>,
  ): Promise<{ readonly requests: readonly string[]; readonly warnings: readonly string[] }>;
  bodyOf(id: number): Promise<string | undefined>;
  markerOf(id: number): Promise<Marker | undefined>;
}

export function interruptedRun(): InterruptedRun {
  const clock = createFakeClock();
  const good = createThreadOfGitHub(json, clock);
  let answers: GitHubAnswers = good;
  const send = async (request: HttpRequest) => answers(request);
  const runner = createRecordingRunner(ENV);
  const open = () => openThread(ISSUE, statusCommentsAt(clock, runner, send));
  const statusComments = statusCommentsAt(clock, runner, send);
  const thread = openThread(ISSUE, statusComments);
  const report = sampleStatusReport({ runner, comment: thread.comment, statusComments });
  const reporter = createReporter(runner, clock);
  reporter.prepared(ASKED, { thread: { report } });
  const bodyOf = async (id: number) =>
    (await open().comments.list()).comments.find((comment) => comment.id === id)?.body;
  return {
    runner,
    reporter,
    thread,
    report,
    bodyOf,
    another: open,
    answer(github) {
      answers = (request) => github(request, () => good(request));
    },
    async post(env = ENV) {
      const after = createRecordingRunner({ GITHUB_REPOSITORY: 'acme/app', ...env }, { ...runner.states });
      const requests: string[] = [];
      const sendAfter = (request: HttpRequest) => {
        requests.push(`${request.method} ${request.url.pathname.replace('/repos/acme/app/', '')}`);
        return send(request);
      };
      await post({ runner: after, clock: createFakeClock(), send: sendAfter });
      answers = good;
      return { requests, warnings: after.told };
    },
    async markerOf(id) {
      const place = { repository: 'acme/app', issue: ISSUE, comment: id };
      const reading = readMarker((await bodyOf(id)) ?? '', deriveMarkerKeys(KEY, ''), place);
      return reading.kind === 'signed' && reading.bound ? reading.marker : undefined;
    },
  };
}

function statusCommentsAt(
  clock: FakeClock,
  runner: RecordingRunner,
  send: (request: HttpRequest) => Promise<HttpResponse>,
): StatusComments {
  const effects = {
    variables: readGitHubVariables(ENV),
    clock,
    send,
    signal: new AbortController().signal,
    deadline: 1_800_000,
  };
  const github = connectGitHub(TOKEN, effects);
  if (!github) throw new Error('No access.');
  return createStatusComments(github, deriveMarkerKeys(KEY, ''), { ...effects, ...runner, uuid: randomUUID });
}
