/** A fault that the action survives. */
export interface Fault {
  readonly fault: string;
  /** What happens then. */
  readonly result: string;
  /** A file of tests, and a part of the names of the tests that show it. */
  readonly shownBy: readonly (readonly [file: string, partOfName: string])[];
}

/** The faults of `docs/reliability.md`, by what has the fault. `npm run generate` fails if a part of a name is in no test. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  'Creating a job, sending a follow-up': [
    {
      fault: 'The name does not resolve, or the connection is refused',
      result: 'Tried at most three times, because nothing was sent; then `error`',
      shownBy: [
        ['scenarios/run/service-faults', 'to a service that … is tried three times'],
        ['unit/service/submit-once', 'as the name does not resolve'],
      ],
    },
    {
      fault: 'The certificate is expired, self-signed, or for another host',
      result: '`error` that names the certificate; not retried. No input ignores it',
      shownBy: [
        ['unit/service/jobs-faults', 'with a certificate …'],
        ['bundle/network', 'is an `error` that names it'],
      ],
    },
    {
      fault: 'The connection breaks after the request was sent, or no answer comes; the answer is cut short',
      result: '`unconfirmed`, with exactly one request',
      shownBy: [
        ['scenarios/run/service-faults', 'a create that ends with …'],
        ['unit/service/submit-once', 'its connection is reset'],
        ['attacks/two-jobs', 'a create …, is never sent again'],
      ],
    },
    {
      fault: '500, 502, 504 or 408',
      result: '`unconfirmed`, with exactly one request',
      shownBy: [
        ['unit/service/jobs-answers', 'that is answered … is unconfirmed'],
        ['scenarios/run/service-faults', 'a create that ends with …'],
      ],
    },
    {
      fault: 'Success without a usable job: no id, an absurd id, 204, HTML',
      result: '`unconfirmed`, and the field is named. A follow-up counts as accepted, and its job is polled',
      shownBy: [
        ['unit/service/jobs-answers', 'that is answered 201 with a job … is unconfirmed'],
        ['scenarios/run/service-faults', 'accepted without a usable job'],
        ['scenarios/follow-up/faults', 'that is answered 200 with …'],
      ],
    },
    {
      fault: '429, with `Retry-After` as seconds, as a date, malformed, or missing',
      result: 'Waited for exactly, or with growing pauses for 5 minutes. `quota-exhausted` if the wait ends after the timeout',
      shownBy: [
        ['scenarios/run/verdicts', 'a quota that delays a create'],
        ['scenarios/run/verdicts', 'a quota that outlasts the timeout'],
        ['unit/service/jobs-quota', 'without a hint every time'],
        ['unit/http/retry-after', 'the value … is ignored'],
      ],
    },
    {
      fault: '400, 401, 403, 404 or 422',
      result: '`error` that says what to check; not retried',
      shownBy: [
        ['scenarios/run/service-faults', 'with a wrong key or an unknown project'],
        ['unit/service/jobs-answers', 'is rejected, with what to check'],
      ],
    },
    {
      fault: 'A redirect, to the same or another host',
      result: '`error`; not followed, and the other host gets nothing',
      shownBy: [
        ['scenarios/run/service-faults', 'that is redirected (…) to …'],
        ['attacks/wire', 'by the service is not followed'],
      ],
    },
    {
      fault: 'A body of 50 MB, or of 48 KB gzip that expands to 50 MB; headers of 20 KB',
      result: 'Cut off at 1 MiB of decoded bytes',
      shownBy: [
        ['unit/service/jobs-faults', 'of 50 MB is cut off'],
        ['unit/service/jobs-faults', 'of 48 KB of gzip'],
        ['unit/service/jobs-faults', 'headers of 20 KB'],
      ],
    },
    {
      fault: 'The answer to a follow-up is lost',
      result: '`unconfirmed`, with one request. The next command creates a job and says why',
      shownBy: [
        ['scenarios/follow-up/faults', 'is `unconfirmed` and sent once'],
        ['attacks/two-jobs-at-once', 'a follow-up …, is never sent again'],
      ],
    },
  ],
  'Polling a job': [
    {
      fault: '5xx, resets, cut or slow bodies, HTML, `null`',
      result: 'Retried until the timeout; then `timed-out`, which says that the status is unknown',
      shownBy: [
        ['scenarios/run/service-faults', 'a status request that ends with … is repeated'],
        ['scenarios/run/service-faults', 'is repeated until the timeout'],
        ['unit/service/jobs-faults', 'whose answer drips'],
      ],
    },
    {
      fault: '404',
      result: 'Believed only after it lasted 30 s, also by re-runs and commands. No second job',
      shownBy: [
        ['scenarios/run/service-faults', '404 for the first seconds'],
        ['scenarios/run/re-runs', 'before a 404 has stood for 30 s'],
        ['unit/service/fetch-job', 'a 404 that repeats for 30 s'],
      ],
    },
    {
      fault: '429',
      result: 'Waited for; a time after the timeout ends the wait',
      shownBy: [['scenarios/run/verdicts', 'a quota that delays a poll']],
    },
    {
      fault: '401, 403, or the answer for another job',
      result: 'The wait ends with `error`, which names the job',
      shownBy: [
        ['scenarios/run/expired-key', 'a key that expires'],
        ['scenarios/run/service-faults', 'ends the wait at once'],
      ],
    },
    {
      fault: 'An unknown status',
      result: 'One warning; polling continues',
      shownBy: [['scenarios/run/service-faults', 'with an unknown status']],
    },
    {
      fault: '`completed` without a link, which comes seconds later, within an hour, or never',
      result: 'Read again for 30 s, then `no-changes`. A sweep reads for one hour more',
      shownBy: [
        ['scenarios/run/service-faults', 'that completes before it has its link'],
        ['unit/service/poll', 'when the job is completed without a link'],
        ['scenarios/sweep/sweep', 'a link that comes within an hour'],
      ],
    },
    {
      fault: '`completed` right after a follow-up, then `active`, then `completed`',
      result: 'The second end counts',
      shownBy: [
        ['scenarios/follow-up/commands', 'that still shows its old end'],
        ['unit/service/poll-follow-up', 'an end counts after the job was active'],
      ],
    },
    {
      fault: 'A link that is not `https`, has user info or control characters, or is relative',
      result: 'Not linked and not an output; a warning',
      shownBy: [
        ['scenarios/run/service-faults', 'with the unsafe link'],
        ['attacks/pull-request-link', 'is neither linked nor put out'],
      ],
    },
    {
      fault: 'The wall clock jumps by a day',
      result: 'No effect on the timeout',
      shownBy: [['unit/service/poll', 'when the wall clock jumps']],
    },
    {
      fault: 'A job stays active for more than 24 h',
      result: 'A label, a re-run or a command creates a job and says why. A sweep gives it up',
      shownBy: [['scenarios/run/long-waits', 'still active after 24 h']],
    },
    {
      fault: 'The service or GitHub never answers, delays for years, or sends without end',
      result: 'The run ends at most 15 s after its timeout, a cancelled one after 5 s, the post step after two minutes',
      shownBy: [
        ['attacks/hang', 'no run outlives its timeout'],
        ['attacks/hang', 'a post step whose GitHub never answers'],
        ['attacks/wire', 'does not hold the run for ever'],
      ],
    },
  ],
  'Status comments': [
    {
      fault: 'The announcement gets 5xx, a reset, no answer or a rate limit',
      result: 'Retried within half of the timeout, after a look at the thread. No job before it is confirmed',
      shownBy: [
        ['scenarios/run/comment-faults', 'is confirmed before the job is created'],
        ['unit/thread/announce', 'whose answer was lost is searched for'],
        ['attacks/two-jobs', 'the announcement'],
      ],
    },
    {
      fault: 'The announcement gets 401, 403, 404, 410 or 422, or the thread is locked',
      result: '`error` that names the permission; no job is created',
      shownBy: [['scenarios/run/comment-faults', 'creates no job']],
    },
    {
      fault: 'An edit fails after the job was created',
      result: 'A warning; repeated between polls. The verdict is not affected',
      shownBy: [
        ['scenarios/run/comment-faults', 'a last edit that always ends with'],
        ['attacks/forged-state', 'the first edits fail'],
      ],
    },
    {
      fault: 'Every edit fails while the run lasts',
      result: 'The post step repeats the last one for 90 s, and writes the mention',
      shownBy: [
        ['attacks/forged-state', 'no edit works'],
        ['unit/post-last-word', 'writes what was known'],
      ],
    },
    {
      fault: 'Reactions, mentions or the comment on the agent’s pull request are forbidden',
      result: 'A warning that names the permission',
      shownBy: [
        ['scenarios/run/reactions', 'that is forbidden is one warning'],
        ['scenarios/run/mentions', 'if GitHub refuses the comment'],
        ['scenarios/conversations/agent-pull', 'whose thread takes no comment'],
      ],
    },
    {
      fault: 'A marker is forged, altered or copied, or signed with an older key',
      result: 'Ignored with a warning. With `previous-api-key`, the last one is recognized: no second job',
      shownBy: [
        ['scenarios/run/forged-markers', 'a copied marker is ignored'],
        ['scenarios/run/key-rotation', 'attaches to the open job of the old key'],
        ['unit/thread/marker-forged', 'a changed marker is ignored'],
      ],
    },
    {
      fault: 'The first text of a status comment is copied, and the original deleted',
      result: 'The copy counts for one lease after each of its edits: the same request is `skipped`, a command waits. No job is created',
      shownBy: [['scenarios/run/forged-markers', 'counts in a copy by mallory']],
    },
    {
      fault: 'A person empties, edits, copies or deletes the status comment while a run waits',
      result: 'The result of the job is reported',
      shownBy: [['attacks/forged-state', 'while a run waits']],
    },
  ],
  GitHub: [
    {
      fault: 'The thread has hundreds of comments, or the list lags',
      result: 'Markers are found on any page. The list is read up to four times; then `error`, and no job',
      shownBy: [
        ['scenarios/run/thread-reading', 'found on page 1 and on page 4'],
        ['scenarios/run/thread-reading', 'a list that lags'],
        ['unit/request/claim', 'a record of the first read that the second lacks'],
      ],
    },
    {
      fault: 'A list never ends, is too slow, or has pages of 26 MB',
      result: '`error` at the timeout, with bounded memory; no job',
      shownBy: [
        ['bundle/large-lists', 'that never ends'],
        ['scenarios/run/thread-reading', 'always has a next page'],
      ],
    },
    {
      fault: 'A list is HTML, `null`, cut short, redirected or forbidden; the thread does not exist',
      result: '`error`; no job is created',
      shownBy: [['scenarios/run/thread-reading', 'a thread that cannot be read is an error']],
    },
    {
      fault: 'The repository was renamed',
      result: 'The redirect to its number is followed once, with the same method and body',
      shownBy: [
        ['scenarios/run/moved-threads', 'a repository that is renamed'],
        ['unit/github/octokit-fetch', 'to the number of a renamed repository'],
      ],
    },
    {
      fault: 'The issue was transferred, or a redirect leads elsewhere',
      result: 'Not followed. Before the job is created: `error`. At the final edit: one warning',
      shownBy: [
        ['scenarios/run/moved-threads', 'an issue that is transferred'],
        ['attacks/wire', 'by GitHub to another host'],
      ],
    },
    {
      fault: 'GitHub does not answer about a permission, the changes, or the merged pull request',
      result: '`error`; no job is created. A proven 403 about the merged pull request is a warning',
      shownBy: [
        ['scenarios/run/authorization', 'a permission lookup that gets'],
        ['scenarios/run/changes', 'a comparison that gets'],
        ['scenarios/run/pushes', 'if the search for the pull request gets'],
        ['scenarios/run/pushes', 'if GitHub forbids the search'],
      ],
    },
    {
      fault: 'Any documented payload, and any with one wrong field',
      result: 'Read, or `error` that names the field',
      shownBy: [['unit/trigger/trigger-webhooks', 'or cause an error that names the field']],
    },
  ],
  'Several runs': [
    {
      fault: 'The same event twice, a second label, two runs at once, with lists that lag by up to 2.5 s',
      result: 'One job. The later run is `skipped`, and deletes its comment if it had one',
      shownBy: [
        ['scenarios/run/deduplication', 'two runs of the same event create one job'],
        ['attacks/two-jobs-at-once', 'of one label create one job where lists lag'],
      ],
    },
    {
      fault: 'A re-run, in every state of the job',
      result: 'It attaches; or creates a job if the earlier one failed or was provably not sent; or reports `unconfirmed`',
      shownBy: [
        ['scenarios/run/re-runs', 'attaches to the open job of the first attempt'],
        ['scenarios/run/re-runs', 'after a create without a known result'],
        ['unit/thread/earlier-requests', 'for any thread'],
      ],
    },
    {
      fault: 'Several follow-ups at once, or one to an active job',
      result: 'They wait; the oldest is sent first. If the timeout comes first: `timed-out`, and a re-run sends it',
      shownBy: [
        ['scenarios/run/separate-requests', 'two commands at once in one thread'],
        ['scenarios/follow-up/continued', 'whose timeout comes before the job has ended'],
        ['unit/request/claim-command', 'is sent by the oldest'],
      ],
    },
    {
      fault: 'GitHub does not confirm the edit before a follow-up',
      result: '`error`; nothing is sent',
      shownBy: [['unit/request/claim-command', 'if GitHub does not take the edit']],
    },
    {
      fault: 'GitHub drops pending runs of several pushes',
      result: 'With `pull-request: reuse`, the next run describes their changes too',
      shownBy: [['scenarios/conversations/reuse', 'of which GitHub drops two runs']],
    },
    {
      fault: 'The agent’s own pull request is labeled, updated or merged',
      result: '`skipped`, or its commits are left out: no loop',
      shownBy: [['scenarios/conversations/no-loops', "nothing that the agent's pull request causes"]],
    },
    {
      fault: 'A sweep meets 404, 5xx or malformed answers for one job; refused writes; another sweep',
      result: 'The other jobs are reported, what is left is named, and each requester is mentioned once',
      shownBy: [
        ['scenarios/sweep/faults', 'the other jobs are reported'],
        ['scenarios/sweep/limits', 'stops writing at a secondary rate limit'],
        ['scenarios/sweep/mentions', 'two sweeps'],
      ],
    },
    {
      fault: 'A sweep has another key than the comments',
      result: 'They are ignored with a warning; with `previous-api-key` they are reported',
      shownBy: [['scenarios/sweep/keys', 'a sweep']],
    },
  ],
  'The runner': [
    {
      fault: 'SIGINT or SIGTERM at any moment; twice',
      result: 'The run ends within 5 s with outputs and comment; a second signal ends it at once',
      shownBy: [
        ['bundle/signals', 'ends the process within 5 s'],
        ['bundle/signals', 'ends the process at once'],
        ['scenarios/run/cancel', 'a run that is cancelled after its create'],
      ],
    },
    {
      fault: 'SIGKILL at any request',
      result: 'The post step, the next sweep or a re-run corrects the comment. Never a second job',
      shownBy: [
        ['scenarios/run/killed', 'a run killed while …'],
        ['bundle/killed', 'after a SIGKILL'],
        ['attacks/two-jobs', 'sends no second create, killed when'],
      ],
    },
    {
      fault: 'The event file is missing or malformed; output or summary file is missing or read-only',
      result: 'A clear `error`; a warning',
      shownBy: [
        ['bundle/runner-files', 'is an `error` that says so'],
        ['bundle/runner-files', 'is a warning, and the verdict stands'],
      ],
    },
    {
      fault: 'The state file is missing or forged',
      result: 'The post step creates no job and sends nothing to the service',
      shownBy: [
        ['bundle/runner-files', 'and the post step none'],
        ['unit/post', 'a malformed draft'],
      ],
    },
    {
      fault: 'Standard output is closed; the disk is full',
      result: 'The job is reported all the same',
      shownBy: [
        ['bundle/closed-output', 'whose standard output is closed'],
        ['bundle/full-disk', 'a disk without any room'],
      ],
    },
    {
      fault: 'A proxy with credentials, `%`, or without a scheme; 407; `NO_PROXY`; `socks5://`; one that never answers',
      result: 'As in curl, or an error without the credentials',
      shownBy: [
        ['unit/http/proxy', 'the address of the proxy'],
        ['unit/http/transport-proxy', 'a proxy'],
        ['attacks/wire', 'the credentials of a proxy'],
      ],
    },
    {
      fault: 'A name never resolves; a proxy drips its answer',
      result: '`error`; the process ends right after its report, except that on Windows it may wait for the lookup',
      shownBy: [['bundle/process-end', 'the process ends right after its report']],
    },
    {
      fault: 'Wrong, empty or unknown inputs; a malformed or missing key',
      result: '`error` before any request, `skipped` for forks and Dependabot; the key is never shown',
      shownBy: [
        ['scenarios/run/inputs', 'invalid inputs are all named'],
        ['scenarios/run/inputs', 'a run without secrets'],
      ],
    },
  ],
  'Untrusted input': [
    {
      fault: 'The key or the token appears in an answer, a title, a link or a prompt, or where text is cut',
      result: 'No run of 8 characters of it is written',
      shownBy: [
        ['attacks/secret-out', 'no part of a secret gets out'],
        ['scenarios/run/secrets', 'key and token appear nowhere'],
        ['bundle/secrets', 'no secret appears'],
      ],
    },
    {
      fault: 'Text that hides something from readers, of any length',
      result: 'Removed and counted, in linear time; beyond 262,144 characters it is cut with a mark',
      shownBy: [
        ['unit/sanitize/sanitize-properties', 'for any text'],
        ['attacks/sanitizer-limits', 'is cut, with a mark and a count'],
      ],
    },
    {
      fault: 'Every text of inputs, events and answers filled to its limit with one character',
      result: 'The run ends normally, in linear time',
      shownBy: [['attacks/filled-texts', 'filled to the limit']],
    },
    {
      fault: 'An empty or too long prompt; an issue of 262 KB',
      result: 'A clear `error`; a cut with a mark',
      shownBy: [
        ['unit/prompt/instruction', 'the prompt is an error'],
        ['scenarios/run/untrusted-input', 'is cut with a mark at its limit'],
      ],
    },
    {
      fault: '`prompt-file` or `context-file` leads out of the workspace, through a link, or into `.git`; is missing, binary or huge',
      result: '`error` before any job is created; of a large `context-file`, at most 256 KiB are read',
      shownBy: [
        ['attacks/secret-out', 'no file that holds a secret'],
        ['unit/prompt/context-files', 'a path is an error'],
        ['unit/prompt/context-files', 'is read only as far as it can fit'],
      ],
    },
    {
      fault: '`compare` names another server, or a repository that is private or of unknown visibility',
      result: '`error`; names and prompt are not shown',
      shownBy: [['scenarios/run/compared-repository', 'with the page of another repository']],
    },
    {
      fault: 'Names on which regular expressions made of globs backtrack for minutes',
      result: 'Matched in time proportional to path length times glob length',
      shownBy: [['unit/text/path-filter', 'is matched without delay']],
    },
  ],
  Analytics: [
    {
      fault: '`hasMore` forever, empty pages, shifted or repeated rows, short pages, fractions',
      result: 'Each row counts once. After ten pages without a new row, the export is partial',
      shownBy: [
        ['scenarios/visitors/faults', 'an export has every row once'],
        ['scenarios/visitors/faults', 'nothing but empty pages'],
        ['unit/visitors/paginate', 'repeated rows without end'],
      ],
    },
    {
      fault: '429, a reset, 5xx or a refused key in the middle; the timeout; a cancellation',
      result: 'Retried where that helps; then partial, with all rows that were read',
      shownBy: [
        ['scenarios/visitors/faults', 'is partial, keeps all rows before it'],
        ['scenarios/visitors/file', 'a cancelled export'],
      ],
    },
    {
      fault: 'Paths with quotes, commas, line breaks, formulas, emoji, HTML',
      result: 'Exact in `.ndjson` and `.json`; one cell that is no formula in `.csv`',
      shownBy: [['scenarios/visitors/odd-paths', 'odd path']],
    },
    {
      fault: 'The folder is missing, or a folder has the name of the file; the disk is full; two exports to one file; a kill',
      result: 'Created; `error` before any request; partial without a torn row; each export keeps its rows',
      shownBy: [
        ['scenarios/visitors/file', 'an export'],
        ['bundle/full-disk', 'a full disk ends an export'],
        ['scenarios/visitors/file', 'two exports to one absolute path'],
        ['scenarios/visitors/file', 'a killed export'],
      ],
    },
    {
      fault: 'An unexpected error during an export',
      result: 'Its file is closed and removed; an earlier file stays',
      shownBy: [['unit/operations/visitors', 'an unexpected error closes and removes']],
    },
    {
      fault: 'The analytics of a refresh fail, are partial, or leave no page',
      result: 'No job is created and the reason is reported; the job gets the part that was read; `skipped`',
      shownBy: [['scenarios/run/refresh-faults', 'analytics that'], ['scenarios/run/refresh-faults', 'without a selected page']],
    },
  ],
};
