import type { Verdict } from '../../src/outcome.ts';

interface VerdictHelp {
  /** In the README. */
  readonly meaning: string;
  /** Why a run ends so, the most likely cause first. */
  readonly causes: readonly string[];
  readonly fix: string;
}

/** What each verdict means, and what to do about it. */
export const VERDICT_HELP: Readonly<Record<Verdict, VerdictHelp>> = {
  'pull-request': {
    meaning: 'The job ended with a pull request.',
    causes: ['The agent changed files, and the service opened a pull request.'],
    fix: 'Review the pull request. To request changes, comment `/docs <what to change>` in the thread or on the pull request.',
  },
  'no-changes': {
    meaning: 'The job completed without a pull request.',
    causes: [
      'Nothing needed a change.',
      'The service pushed directly to a branch.',
      'The link appeared more than 30 s after the end. A re-run, or the next command, shows it.',
    ],
    fix: 'If you expected a change, comment `/docs <page and change>`.',
  },
  failed: {
    meaning: 'The job failed.',
    causes: ['The agent hit an error that it could not recover from. The service gives no reason.'],
    fix: 'Start a new job: comment `/docs new <request>`, or remove the label and add it again. If it fails again, make the request smaller, or ask the operator of the service.',
  },
  archived: {
    meaning: 'The job was archived without a pull request.',
    causes: ['An account archived the job on the service.'],
    fix: 'Start a new job, as for `failed`.',
  },
  'timed-out': {
    meaning: 'The timeout came before the result was known, or before a follow-up could be sent.',
    causes: [
      'The job takes longer than `timeout`. It keeps running.',
      'The status requests failed. The message then says “job status unknown”.',
      'A follow-up waited for the current work of the job. The message then says “Not sent”.',
    ],
    fix: 'Re-run the workflow: it waits again, or sends the follow-up. A sweep, if this repository runs one, reports the result of a running job. If it happens often, set a longer `timeout` and `timeout-minutes`.',
  },
  started: {
    meaning: 'The job runs, and this run does not wait for it.',
    causes: ['`wait` is `false`.', 'A later request continued the same job and reports its result.'],
    fix: 'Nothing. A sweep or the later request reports the result; a re-run waits for it.',
  },
  skipped: {
    meaning: 'There was nothing to do.',
    causes: [
      'The event is not a request: see [the reasons](#why-an-event-is-not-a-request).',
      '`paths` and `paths-ignore` exclude all changed files or all pages, or all files of `context-file` are empty.',
      'Another run is handling the same request.',
      'The event belongs to a pull request that the agent opened, where only commands are requests.',
      'GitHub gives the run no secrets: a pull request from a fork, or a run of Dependabot.',
      '`dry-run` is `true`.',
    ],
    fix: 'Read the reason in the log. It says what would have been a request.',
  },
  denied: {
    meaning: 'The requester is not authorized.',
    causes: [
      'The requester, the actor of the run, or the account that re-ran it does not have `minimum-permission`.',
      'The requester is a bot that `allow-bots` does not name.',
    ],
    fix: 'An account with the permission makes the request. For a bot, add its exact login to `allow-bots`.',
  },
  'quota-exhausted': {
    meaning: 'The service is over its quota, and nothing was started.',
    causes: [
      'The project used up its creations or follow-ups of the hour, and the quota is not free again within `timeout`.',
    ],
    fix: 'Make the request again after the time in the message. To let a run wait for the quota, set a longer `timeout`.',
  },
  unconfirmed: {
    meaning: 'The service may have accepted the request. It is not sent again.',
    causes: [
      'The connection broke, or the service answered 408 or 5xx, after the request was sent.',
      'The service answered with success, but without a usable job.',
      'An earlier attempt ended between sending the request and reading the answer.',
    ],
    fix: 'Look for a pull request in the documentation repository. To start a job anyway, comment `/docs new <request>`, or set the label again. For a push, a schedule or a release, delete the status comment and re-run.',
  },
  cancelled: {
    meaning: 'The run was cancelled. A job that was started keeps running.',
    causes: ['An account cancelled the run, or `concurrency` with `cancel-in-progress` did.'],
    fix: 'Re-run the workflow to wait for the job again.',
  },
  swept: {
    meaning: 'The sweep ended.',
    causes: ['The operation is `sweep`. The output `swept` lists the jobs; `left` marks those for the next sweep.'],
    fix: 'Nothing. If jobs are left regularly, see [the limits of sweeps](sweep-and-scale.md#limits).',
  },
  exported: {
    meaning: 'The visitor analytics were exported, completely or in part.',
    causes: ['The operation is `visitors`.'],
    fix: 'If the message says “partial”, continue with the `offset` and dates that it names.',
  },
  error: {
    meaning: 'The action could not do its work. The message says what to fix.',
    causes: ['See [Errors](#errors).'],
    fix: 'Do what the message says. Changed a secret, a variable or a setting: re-run. Changed the workflow file: make the request again, because a re-run uses the file of the first attempt.',
  },
};
