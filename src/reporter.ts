import { hasEnded, type Job, statusWord } from './agent/job.ts';
import type { Reading, SpendingRequest } from './agent/service.ts';
import type { Clock } from './clock.ts';
import { type Asked, sayAsked, sayRehearsal } from './report/asked.ts';
import { renderEnded, renderWorking } from './report/comment.ts';
import type { Outcome } from './report/outcome.ts';
import { renderOutputs } from './report/outputs.ts';
import { duration, toPlain } from './report/phrase.ts';
import { renderSummary, type Traffic } from './report/summary.ts';
import { type Wording, word } from './report/wording.ts';
import type { Runner } from './runner.ts';
import { forgetWatch, rememberWatch } from './saved-watch.ts';
import type { StatusComment } from './thread/status-comment.ts';

/** Tells people what happens, as it happens: log, outputs, summary, comment. */
export interface Reporter {
  /** What is asked of the service is known; `comment` is where to report to, if anywhere. */
  asked(asked: Asked, comment: StatusComment | undefined): void;
  /** The same in a dry run, with the request that would be sent. */
  rehearsed(asked: Asked, request: SpendingRequest): void;
  /** A request of the service is on its way. */
  sent(operation: 'create' | 'follow-up' | 'status'): void;
  /** @param until the wall clock at the end of the budget; undefined when nobody will wait. */
  started(job: Job, until: Date | undefined): Promise<void>;
  read(reading: Reading): void;
  ended(outcome: Outcome): Promise<void>;
}

/** Milliseconds between two lines that say the same. */
const SIGN_OF_LIFE = 60_000;

export function createReporter(runner: Runner, clock: Clock): Reporter {
  const traffic: Traffic = { create: 0, 'follow-up': 0, status: 0 };
  let asked: Asked | undefined;
  let comment: StatusComment | undefined;
  let startedAt = 0;
  let endedAt: number | undefined;
  let last = { said: '', at: 0 };

  /** Says a thing when it is new, and again after a minute, so that a long wait shows signs of life. */
  function say(said: string, aloud: (line: string) => void = runner.log): void {
    const at = clock.now();
    const isNew = said !== last.said;
    if (!isNew && at - last.at < SIGN_OF_LIFE) return;
    last = { said, at };
    (isNew ? aloud : runner.log)(`${said} (after ${duration(at - startedAt)})`);
  }

  return {
    asked(what, where) {
      asked = what;
      comment = where;
      for (const line of sayAsked(what)) runner.log(line);
      const { cutBytes } = what.prompt;
      if (cutBytes > 0) runner.warn(`The request was too long: ${cutBytes} bytes of it were left out.`);
    },

    rehearsed(what, request) {
      asked = what;
      for (const line of [...sayAsked(what), ...sayRehearsal(what, request)]) runner.log(line);
    },

    sent(operation) {
      traffic[operation]++;
    },

    async started(job, until) {
      startedAt = clock.now();
      last = { said: statusWord(job), at: startedAt };
      runner.output('jobId', job.id); // now, so that it survives a cancel
      runner.log(`Job ${job.id} started: ${statusWord(job)}`);
      const { request } = asked ?? {};
      if (!request || hasEnded(job)) return;
      const body = renderEnded({ verdict: 'cancelled', job }, { request, elapsed: 0 });
      rememberWatch(runner, { jobId: job.id, comment: null, body });
      if (!until || !comment) return;
      await comment.write(runner.redact(renderWorking(request, job, until)));
      rememberWatch(runner, { jobId: job.id, comment: comment.ref ?? null, body });
    },

    read(reading) {
      switch (reading.kind) {
        case 'job':
          return readJob(reading.job);
        case 'not-found':
          return say('The service does not know the job yet');
        case 'throttled':
          return say('The service is busy (429); waiting');
        case 'transient':
        case 'refused':
          return say(reading.error.message);
      }
    },

    async ended(outcome) {
      const elapsed = (endedAt ?? clock.now()) - startedAt;
      const { request } = asked ?? {};
      const circumstances = { request, elapsed };
      // What is on this machine first: GitHub may take its time, and a cancelled run has little.
      sayVerdict(word(outcome, circumstances));
      const outputs = renderOutputs(outcome, circumstances, comment?.ref?.url ?? '');
      for (const [name, value] of Object.entries(outputs)) runner.output(name, value);
      await runner.summary(renderSummary(outcome, { ...circumstances, traffic, asked }));
      if (request && comment) {
        await comment.write(runner.redact(renderEnded(outcome, { request, elapsed })));
        if (comment.ref && comment.ref.url !== outputs.commentUrl) runner.output('commentUrl', comment.ref.url);
      }
      forgetWatch(runner);
    },
  };

  function readJob(job: Job): void {
    endedAt = hasEnded(job) ? (endedAt ?? clock.now()) : undefined;
    if (typeof job.status !== 'string') say(`Unknown status “${statusWord(job)}”; waiting on`, runner.warn);
    else if (job.status === 'completed' && job.pullRequest.kind === 'none')
      say('completed; looking for its pull request');
    else say(job.status);
  }

  function sayVerdict({ level, icon, headline, detail, advice }: Wording): void {
    const first = [toPlain(headline), toPlain(detail)].filter(Boolean).join(' · ');
    runner[level]([`${icon} ${first}`, ...advice.map(toPlain)].join('\n'));
  }
}
