/**
 * How the rules read what the action writes in comments. The table is theirs: it shares nothing
 * with the texts in `src/render`, so that a text that changes there fails the rule "wording" until
 * a row here says what it means.
 */

/**
 * `nothing`: nothing reached the service. `running`: the job works. `failures`: how many of the
 * last status requests failed.
 */
type Claim = 'nothing' | 'running' | 'failures';

const TIME = '\\d+ (?:s|min)|\\d+ h(?: \\d+ min)?|\\d+ d(?: \\d+ h)?';
const AFTER = `(?: after (?:${TIME}))?`;
const JOB = '(?:job `[^`]+`|an earlier request)';
const NOTHING =
  '(?<nothing>no job was created|the follow-up was not sent|the job did not get the follow-up)';
const UNSURE = 'the job is reported as [\\w -]+, but not for long enough to be sure';
const FAILED =
  'job status unknown: the last (?<failures>status request|\\d+ status requests) failed';
/** Of comments before the result. */
const WHO = '(?:requested by .+)?(?:(?: · )?\\[run\\]\\(\\S+\\))?';
const RUNNING = '(?<running>the job was still running at \\d\\d:\\d\\d UTC)';
const LINK = '\\[[^\\]]+\\]\\(\\S+\\)';
const ELSEWHERE = (words: string) => `\\[${words}\\]\\(\\S+\\) reports the result`;
const LIMIT =
  '(?:\\d+ pull requests? of the agent (?:is|are) open)?(?:, and )?(?:\\d+ jobs? of the agent (?:has|have) not ended)? \\(limit `max-open-pulls: \\d+`\\)|' +
  '\\d+ jobs? (?:was|were) created in the last 24 hours \\(limit `max-jobs-per-day: \\d+`\\)';
const MAYBE_SENT =
  'the service may have accepted the (?:request, so the job may exist|follow-up)|a website answered, not the API, so probably no job exists';
const FRUITLESS = ['ended failed', 'ended archived', 'ended no-changes'] as const;

/**
 * What a comment is about; its icon; as regular expressions, the bold part of the first line behind
 * the icon and the rest of the line; and the states that its marker may have.
 */
const ROWS = [
  ['starting', '⏳', 'Starting', WHO, ['starting']],
  ['waiting', '⏳', `Waiting for ${JOB} to finish its current work`, WHO, ['waiting']],
  ['working', '⏳', 'Working on it', WHO, ['open']],
  [
    'pull-request',
    '✅',
    `(?:Pull request ready|Follow-up done)(?:: ${LINK})?`,
    TIME,
    ['ended pull-request'],
  ],
  [
    'no-changes',
    '➖',
    'No pull request',
    `the job completed${AFTER} without one`,
    ['ended no-changes'],
  ],
  ['failed', '❌', `Job failed${AFTER}`, 'the service gives no reason', ['ended failed']],
  ['archived', '🗄️', `Job archived${AFTER}`, 'without a pull request', ['ended archived']],
  ['timed-out', '⌛', `Timed out${AFTER}`, `${RUNNING}|${UNSURE}|${FAILED}`, ['open']],
  [
    'not sent',
    '⌛',
    'Not sent',
    `${JOB} was still active${AFTER}|the timeout came before its turn`,
    ['unsent'],
  ],
  ['started', '🚀', 'Job started', 'this run does not wait for it', ['open']],
  ['cancelled', '⏹️', 'Cancelled', `${NOTHING}|${RUNNING}|${UNSURE}`, ['unsent', 'open']],
  [
    'quota-exhausted',
    '🚦',
    'Quota of the service used up',
    `${NOTHING}(?:; try again after [\\d: -]+ UTC)?`,
    ['unsent'],
  ],
  ['limit-reached', '⏸️', 'Not started', LIMIT, ['unsent']],
  ['unconfirmed', '❓', 'Unconfirmed', MAYBE_SENT, ['unconfirmed']],
  [
    'error',
    '⛔',
    '[^*]+',
    `${NOTHING}|the result of the job is unknown`,
    ['unsent', 'unconfirmed', 'open'],
  ],
  ['replaced', '↪️', 'Replaced', ELSEWHERE('a later attempt'), [...FRUITLESS, 'replaced', 'unsent']],
  ['duplicate', '↪️', 'Duplicate', ELSEWHERE('the first status comment'), ['unsent']],
  ['opened', '📝', 'Opened for .+', 'requested by .+', ['opened']],
] as const;

export type Kind = (typeof ROWS)[number][0];

const PATTERNS = ROWS.map(([kind, icon, headline, detail, states]) => ({
  ...{ kind, icon, states: states.map(String) },
  status: new RegExp(`^\\*\\*${icon} ${headline}\\*\\*(?: · (?:${detail}))?$`, 'u'),
  mention: new RegExp(
    `^@[\\w-]+ ${icon} ${headline}(?:: (?:${detail}))?(?: for | · )\\[your request\\]\\((?<about>\\S+)\\)$`,
    'u',
  ),
}));

/** The phases of a request with another name in the table. */
const STATES: ReadonlyMap<unknown, string> = new Map([
  ['sending', 'starting'],
  ['working', 'open'],
]);

/** What the decoded marker of a comment says. */
export interface Marked {
  /** `ended` has the verdict behind it. */
  readonly state: string;
  readonly job: string | undefined;
  readonly leaseSeconds: number;
  /** The number of the account to mention. */
  readonly requester: number | null;
  /** What no edit changes. */
  readonly identity: string;
  /** The pull requests that it records. */
  readonly links: readonly string[];
  /** It has the state of the job before the follow-up. */
  readonly isFollowUp: boolean;
}

/** A text of the action, as the rules understand it. */
export interface Shown {
  readonly kind: Kind;
  /** It notifies the requester of the end of the request, whose status comment has this id. */
  readonly mentions: number | undefined;
  readonly claims: Readonly<Partial<Record<Claim, string>>>;
  /** Undefined in a mention, and if the marker is broken or lacking. */
  readonly marker: Marked | undefined;
  /** Its marker fits what the text says. */
  readonly isWhole: boolean;
}

export const firstLineOf = (text: string): string => text.split('\n', 1)[0] ?? '';

/** Undefined for a text that no row of the table describes, as those of people. */
export function readComment(text: string): Shown | undefined {
  const line = firstLineOf(text);
  const form = line.startsWith('@') ? 'mention' : 'status';
  for (const { kind, icon, states, [form]: pattern } of PATTERNS) {
    const found = line.includes(icon) ? pattern.exec(line) : null;
    if (!found) continue;
    const { about, ...claims } = found.groups ?? {};
    const marker = form === 'status' ? markerIn(text) : undefined;
    const mentions =
      form === 'mention' ? Number(/issuecomment-(\d+)$/.exec(about ?? '')?.[1] ?? 0) : undefined;
    const isWhole = form === 'mention' || (marker !== undefined && states.includes(marker.state));
    return { kind, mentions, claims, marker, isWhole };
  }
  return undefined;
}

const MARKER = /<!-- [\w-]+[: ]\S* ?[\w-]+\.([\w-]+)\.[\w-]{43} -->/;

function markerIn(text: string): Marked | undefined {
  const [, content] = MARKER.exec(text) ?? [];
  if (content === undefined) return undefined;
  const { notice, phase, leaseSeconds, requester, stepKey, run, before } = Object(
    JSON.parse(Buffer.from(content, 'base64url').toString()),
  );
  const { at, why, verdict, job, link } = Object(phase);
  return {
    state: notice
      ? 'notice'
      : why === 'ended'
        ? `ended ${verdict}`
        : (STATES.get(why ?? at) ?? why ?? at),
    job: typeof job === 'string' ? job : undefined,
    leaseSeconds: Number(leaseSeconds),
    requester: typeof requester === 'number' ? requester : null,
    identity: [stepKey, run].join(),
    links: [before?.link, link].filter(Boolean),
    isFollowUp: Boolean(before),
  };
}
