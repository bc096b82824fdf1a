/** Why an error occurs, and what to do where the source names that only when the action runs. */
export interface ErrorHelp {
  readonly cause: string;
  readonly fix?: string;
}

const FILE =
  'Name a file of the workspace, relative to its root. Run `actions/checkout`, or the step that creates the file, before this step.';
const SERVICE = 'See [the answers of the service](#answers-of-the-service).';

/**
 * The help for each error of `src`, by its message, with `…` for the parts that are known only when the action runs.
 * `npm run generate` fails if an error has none, or if one belongs to no error.
 */
export const ERROR_HELP: Readonly<Record<string, ErrorHelp>> = {
  // Inputs
  '…': {
    cause: 'An input is malformed. The message names each one, its value, and what is expected.',
  },
  'The operation `…` does not support ….': { cause: 'The step sets an input that its operation does not use.' },
  'The operation `…` needs `…`, which is empty.': { cause: 'A required input is empty.' },
  '`project-id` has the form of an API key, and `api-key` has not: they are probably swapped.': {
    cause: 'The values of the two inputs were exchanged.',
  },
  '`prompt` and `prompt-file` are both set.': { cause: 'Only one of them can be the instruction.' },
  '`context-file` adds files to the prompt, and `context` is `none`, which sends the instruction alone.': {
    cause: 'The two inputs contradict each other.',
  },
  '`window` adds pages to the prompt, and `context` is `none`, which sends the instruction alone.': {
    cause: 'The two inputs contradict each other.',
  },
  '`sort-by` and `top` need `window`, which is empty.': { cause: 'Without `window`, no pages are ranked.' },
  '`window` is set together with `date-from` or `date-to`.': { cause: 'Both name the period.' },
  '`date-from` is not before `date-to`, which is exclusive: the period has no day.': {
    cause: 'The dates are equal or in the wrong order.',
  },
  '`pull-request` is `reuse`, and `comment` is `false`. Only status comments show which pull request to continue.': {
    cause: 'The two inputs contradict each other.',
  },
  '`context` is `none`, and `prompt` and `prompt-file` are empty, so there is nothing to send.': {
    cause: 'The prompt would be empty.',
  },
  '`prompt` and `prompt-file` are empty, and this event contains no request.': {
    cause: 'A schedule or a dispatch has no text of its own.',
  },
  'The instruction leaves no room for the context.': { cause: 'The prompt is limited to 256 KiB.' },
  '`compare` names a page on …, and this workflow runs on ….': {
    cause: 'The token is valid on the server of the workflow only.',
  },
  'The timeout came before a request could be sent to the service.': {
    cause: 'Reading the thread and the changes took the whole `timeout`.',
  },
  // Files
  '… contains only white space.': { cause: '`prompt` or `prompt-file` is blank.' },
  '… contains a NUL character.': { cause: 'The file or input is binary data.' },
  '… has … bytes; the limit is ….': { cause: 'The instruction is longer than 256 KiB.' },
  'The file … of `…` cannot be read: it is not a regular file.': {
    cause: 'The path names a folder, a pipe or a device.',
    fix: FILE,
  },
  'The file … of `…` does not exist / cannot be read.': {
    cause: 'The repository is not checked out, the path is wrong, or the runner has no permission.',
    fix: FILE,
  },
  '… is outside the workspace.': { cause: 'The path is absolute or contains `..`.', fix: FILE },
  '… is in `.git`.': { cause: 'Files in `.git` may contain tokens.', fix: FILE },
  '… is not read: … is a symbolic link to ….': { cause: 'A part of the path is a symbolic link.' },
  '… is not UTF-8 text.': { cause: 'The file has another encoding, or is binary data.' },
  // Runner
  'This action needs Node 24; this runner has v….': {
    cause: 'The runner ignores `using: node24` of action.yml, and runs actions with an older Node.',
  },
  // Event
  'The runner names no event (GITHUB_EVENT_NAME, GITHUB_EVENT_PATH).': {
    cause: 'The action does not run in a workflow.',
  },
  'The event file of the runner is not JSON / cannot be read.': {
    cause: 'The runner is broken, or an earlier step changed the file.',
  },
  'The payload of the event `…` is not what GitHub documents: `…`.': {
    cause: 'A field is missing, or an earlier step changed the event file.',
  },
  // GitHub
  'GitHub cannot be reached: `github-token` is empty, or the runner names no repository (GITHUB_REPOSITORY).': {
    cause: 'The workflow passes an empty token.',
  },
  'GitHub cannot be reached: GITHUB_API_URL is not the address of an API.': {
    cause: 'The settings of a self-hosted runner are wrong, or a test sets the variable.',
  },
  'Reading … from GitHub failed: …': {
    cause: 'A permission is missing, a rate limit is used up, or GitHub has a problem.',
    fix: 'See [the answers of GitHub](#answers-of-github).',
  },
  "GitHub's list of the thread's comments did not end before the timeout or a cancel, or is longer than 10,000 comments.":
    {
      cause: 'The thread is too long to be searched for earlier requests.',
    },
  'GitHub does not show the comments of this repository to this token (404).': {
    cause: 'The job has no permission to read issues.',
  },
  'GitHub does not know issue or pull request …, or does not show it to this token (404).': {
    cause: '`issue-number` is wrong, the thread was deleted or transferred, or a permission is missing.',
  },
  'GitHub does not know …, or does not show it / them to this token (404).': {
    cause: 'A permission is missing, or a name in `compare` is wrong.',
  },
  '`compare` names …, which is not known to be public, and everyone can read the log here, with names of files and commits.':
    {
      cause: 'The repository is private, a name is wrong, or `github-token` cannot read it.',
    },
  '`github-token` is not allowed to read … (403).': { cause: '`compare` names a private repository.' },
  'GitHub does not know … or the commits to compare, or does not show them to `github-token` (404).': {
    cause: 'A name in `compare` is wrong, or the repository is private.',
  },
  'GitHub does not know review … of pull request #…, or does not show it to this token (404).': {
    cause: 'The review was deleted, or a permission is missing.',
  },
  'The status comment could not be created: …': {
    cause: 'The job lacks `issues: write` or `pull-requests: write`, the thread is locked, or GitHub has a problem.',
    fix: 'Add the permission that the message names. To create jobs without status comments, set `comment: false`; then a re-run may create a second job.',
  },
  'The status comment could not be edited, so the request was not sent.': {
    cause: 'GitHub has a problem, or the comment was deleted.',
  },
  "GitHub's list of comments lacks the status comment that this run just created, so it may lack others too.": {
    cause: 'GitHub shows new comments late.',
  },
  // Service
  'The service answered …': { cause: 'The service rejected the request.', fix: SERVICE },
  'The follow-up was not accepted: the service says that the job is busy or closed (409)…': {
    cause: 'The service takes no follow-up while the job works, or the job was archived.',
  },
  'The request to the service failed: ….': {
    cause: 'No complete answer arrived.',
    fix: 'See [no answer](#no-answer).',
  },
  'The service does not know the job (404).': {
    cause:
      '`job-id` is wrong or belongs to another project, the job was deleted, or `job-path` does not fit the service.',
  },
  'The service no longer knows the job (404).': { cause: 'The job was deleted while the run waited for it.' },
  'The service created the job, but answers 404 when asked for it.': {
    cause: '`job-path` does not fit the service, or the job was deleted at once.',
  },
  'The service answered 429: too many requests.': { cause: 'The rate limit lasted until the timeout.' },
  "The service's answer… is unusable: its field `…` …. / The service's answer is not a JSON object that describes a job.":
    {
      cause: '`base-url` leads to another server, or the service does not offer [the interface](service.md).',
    },
  "The service's answer is unusable: its field `…` is missing or wrong. / The answer is a web page (HTML), so `base-url` probably leads to a website, not to the API. / The service's answer is not a JSON object of visitors.":
    {
      cause: '`base-url` leads to another server, or the service does not offer [the interface](service.md).',
    },
  'The service answered with a web page.\nThe answer is a web page (HTML), so `base-url` probably leads to a website, not to the API. Correct `base-url`.':
    {
      cause: '`base-url` is the address of a website or of a login page.',
    },
  'The service answered with another job than the one that was asked for.': {
    cause: '`job-path` lacks the job id in its place.',
  },
  'The timeout came before the service answered.': { cause: '`timeout` is very short, or the service is slow.' },
  'The run did not report the answer of the service here. Its log may name the job.': {
    cause: 'The run was killed, or could not edit its status comment, after it had sent the request.',
  },
  'An earlier attempt sent this request, and whether a job exists is unknown.': {
    cause: 'An earlier attempt ended as `unconfirmed`.',
  },
  'Nothing was sent, as job `…` was still active after 24 h.': { cause: '`job-id` names a job that counts as lost.' },
  'It is not known yet which job opened this pull request: …. Make the request again when these jobs have ended.': {
    cause: 'The pull request was opened while several jobs without a known pull request worked.',
  },
  '…, and a follow-up is sent only after its status comment is in a thread.': {
    cause:
      'The event has no thread, and the job is not known in this repository or has its pull request in another one.',
  },
  'A follow-up is sent only after its status comment is in a thread, and `comment` is `false`.': {
    cause: 'The two inputs contradict each other.',
  },
  'GitHub does not show the pull request … of an earlier request to `github-token`, so it is unknown whether a request may continue it.':
    {
      cause: 'The pull request is in a repository that the token cannot read, or on another site.',
    },
  'More than 2,000 comments of this repository were edited in the last 24 h, so other requests to the job may be unknown.':
    {
      cause: 'The repository is very busy, or a tool edits many comments.',
    },
  'Nothing was sent, as job `…` could not be read. …': {
    cause: 'The job to continue cannot be read. The next line says why.',
    fix: 'See the row of that line.',
  },
  'The job to continue is no longer known in this thread.': { cause: 'The status comment of the job was deleted.' },
  // Analytics
  'No page is selected, and rows without a valid path may be the reason. …': {
    cause: '`paths` excludes all pages, or the service sends rows without paths.',
  },
  'The visitor analytics could not be read. …': { cause: 'A request for the analytics failed.', fix: SERVICE },
  'The service reports more rows, but its last pages contain no new usable row.': {
    cause: 'The service ignores `offset`, or sends unusable rows. The export stops after ten such pages.',
  },
  'The file of `visitors-file` exists, and an export that starts at an `offset` would replace it.': {
    cause: 'The file contains the rows before `offset`.',
  },
  'The file of `visitors-file` cannot be written (…).…': {
    cause: 'The disk is full, or the runner has no permission.',
  },
};
