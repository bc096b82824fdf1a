import * as v from '@badrap/valita';
import { ServiceError } from '../errors.ts';
import { readPlain } from '../sanitize/index.ts';
import { atMost, fallback, matching, parse, parseJson, wrongField } from '../schema.ts';
import { shortLinkOf } from '../text/pull-link.ts';
import type { ReadFailure } from './connection.ts';

const JOB_STATUSES = ['active', 'completed', 'archived', 'failed'] as const;

/** An agent job (docs/engineering/service.md), validated. */
export interface Job extends Readonly<Omit<v.Infer<typeof JOB>, 'status' | 'prLink'>> {
  /**
   * A status that the interface does not name is kept as `unknown`; the action waits for it as for
   * `active`.
   */
  readonly status: (typeof JOB_STATUSES)[number] | { readonly unknown: string };
  readonly pullRequest: PullRequestLink;
  /** When the service said so, by the runner's clock. */
  readonly readAt: Date;
}

/**
 * `unusable`: the service sent a link that must not be shown (not https, with user info, a secret
 * or control characters, relative).
 */
type PullRequestLink = { kind: 'none' } | { kind: 'link'; url: string } | { kind: 'unusable' };

/**
 * A job's id and the short link of its pull request when it had ended: enough to distinguish a later
 * end from that one.
 */
export const snapshotOf = (job: Job) => ({ job: job.id, link: shortLinkOf(linkOf(job)) });
export type Snapshot = Readonly<ReturnType<typeof snapshotOf>>;

type Refused = Extract<ReadFailure, { kind: 'refused' }>;

/**
 * The result of one status request. Unless it is refused for good, a run that waits for the job
 * reads it again. `forMs`: since the first such answer after the service last showed the job, to
 * any reader in this run.
 */
export type JobReading =
  | { kind: 'job'; job: Job }
  | { kind: 'not-found'; forMs: number }
  | (Refused & { forMs: number })
  | Exclude<ReadFailure, Refused>;

export const hasEnded = (job: Job): boolean =>
  typeof job.status === 'string' && job.status !== 'active';

/**
 * Whether a text has no token of a well-known format. The step's own secrets were redacted when the
 * answer was read.
 */
const hasNoToken = (text: string) => readPlain(text).text === text;

/** Safe in a path, a log line, a code span and a marker, which may name it twice in its 2 KB. */
export const JOB_ID = matching(
  /^[\w~:@=+.-]{1,128}$/,
  'is not 1 to 128 letters, digits or `_~:@=+.-`',
)
  .assert((id) => /[^.]/.test(id), 'is a relative path')
  .assert(hasNoToken, 'contains a secret');
/** Informational fields: a job with a wrong or missing one is still usable. */
const INFORMATION = fallback(atMost(256), '');

const SOURCE = v.object({ repository: INFORMATION, ref: fallback(atMost(256).nullable(), '') });

const JOB = v.object({
  id: JOB_ID,
  status: matching(/^[\w -]{1,40}$/, 'is not a word'),
  prLink: v.unknown().optional(),
  source: fallback(SOURCE, { repository: '', ref: '' }),
  model: INFORMATION,
  createdAt: INFORMATION,
  archivedAt: fallback(atMost(256).nullable(), null),
});

/**
 * Validates a response that came at `readAt`. @throws ServiceError that names the field, if the
 * body is not a job object.
 */
export function parseJob(body: Buffer, readAt: Date): Job {
  const value = parseJson(body);
  const result = parse(JOB, value);
  if (!result.ok) {
    const field = wrongField(result);
    const id = parse(v.object({ id: JOB_ID }), value);
    const about = id.ok ? ` about job \`${id.value.id}\`` : '';
    const notAJob = "The service's answer is not a JSON object that describes a job.";
    throw new ServiceError(
      field
        ? `The service's answer${about} is unusable: its field \`${field}\` ${complaintIn(result)}.`
        : notAJob,
      'Check `base-url`; if it is right, report this to the operator of the service.',
    );
  }
  const { status: word, prLink, ...fields } = result.value;
  const status = JOB_STATUSES.find((known) => known === word.toLowerCase()) ?? { unknown: word };
  return { ...fields, status, pullRequest: toLink(prLink), readAt };
}

/** JSON with the service's own fields, for the output `job`. */
export function toJson(job: Job): string {
  const { id, source, model, createdAt, archivedAt } = job;
  const prLink = linkOf(job) || null;
  return JSON.stringify({
    id,
    status: statusWord(job),
    source,
    model,
    prLink,
    createdAt,
    archivedAt,
  });
}

/** The status as the service wrote it. */
export const statusWord = ({ status }: Job): string =>
  typeof status === 'string' ? status : status.unknown;

/** The pull request's URL; empty if there is none. */
export const linkOf = ({ pullRequest }: Job): string =>
  pullRequest.kind === 'link' ? pullRequest.url : '';

function complaintIn({ issues: [issue] }: v.Err): string {
  if (issue?.code === 'custom_error') return issue.message ?? '';
  return issue?.code === 'missing_value' ? 'is missing' : 'has the wrong type';
}

/**
 * What Markdown and a reader take for the host as the URL parser does: an entity such as `&commat;`
 * would name another host.
 */
const PLAIN_HOST = /^[a-z0-9.-]+$/;

/** How servers write that there is no value, if they turn it into a text. */
const NO_LINK = /^\s*(?:null|undefined|none|nil|false)?\s*$/i;

/**
 * Accepts only https, or http on loopback, to a plain host, without user info and without
 * characters that a browser would have to fix.
 */
function toLink(value: unknown): PullRequestLink {
  if (value === undefined || value === null || value === false) return { kind: 'none' };
  if (typeof value === 'string' && NO_LINK.test(value)) return { kind: 'none' };
  const isPrintable = typeof value === 'string' && value.length <= 2048 && /^[!-~]+$/.test(value);
  const url = isPrintable && hasNoToken(value) ? URL.parse(value) : null;
  if (!url || url.username || url.password || !isSafeScheme(url) || !PLAIN_HOST.test(url.hostname))
    return { kind: 'unusable' };
  return { kind: 'link', url: url.href };
}

/** Whether what is sent there is encrypted, or never leaves the machine. */
export const isSafeScheme = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));

/**
 * Whether requests to the host never leave the machine (RFC 1122 3.2.1.3, RFC 4291 2.5.3, RFC 6761
 * 6.3).
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
