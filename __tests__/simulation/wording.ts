/**
 * How the rules read what the action writes in comments. The table is theirs: it shares nothing with the texts in `src/render`, so that a
 * text that changes there fails the rule "wording" until a row here says what it means.
 */

/** What a comment is about. */
export type Kind =
  | 'starting'
  | 'waiting'
  | 'working'
  | 'pull-request'
  | 'no-changes'
  | 'failed'
  | 'archived'
  | 'timed-out'
  | 'not sent'
  | 'given up'
  | 'started'
  | 'cancelled'
  | 'quota'
  | 'limit'
  | 'unconfirmed'
  | 'error'
  | 'continued'
  | 'replaced'
  | 'requested before'
  | 'opened'
  | 'denied';

/** `nothing`: nothing reached the service. `running`: the job works. `failures`: how many of the last status requests failed. */
type Claim = 'nothing' | 'running' | 'failures' | 'unsure';

interface Row {
  readonly kind: Kind;
  readonly icon: string;
  /** The bold part of the first line behind the icon, and the rest of the line, as regular expressions. */
  readonly headline: string;
  readonly detail?: string;
  /** The states that the marker of such a comment may have. */
  readonly states: readonly string[];
}

const TIME = '\\d+ (?:s|min)|\\d+ h(?: \\d+ min)?|\\d+ d(?: \\d+ h)?';
const AFTER = `(?: after (?:${TIME}))?`;
const JOB = '(?:job `[^`]+`|an earlier request)';
const NOTHING = '(?<nothing>no job was created|the follow-up was not sent|the job did not get the follow-up)';
const UNSURE = '(?<unsure>the job is reported as [\\w -]+, but not for long enough to be sure)';
const FAILED = 'job status unknown: the last (?<failures>status request|\\d+ status requests) failed';
/** Of comments before the result. */
const WHO = '(?:requested by .+)?(?:(?: · )?\\[run\\]\\(\\S+\\))?';
const AT = 'the job was still running at \\d\\d:\\d\\d UTC';
const RUNNING = (words: string) => `(?<running>${words})`;

const ROWS: readonly Row[] = [
  { kind: 'starting', icon: '⏳', headline: 'Starting', detail: WHO, states: ['starting'] },
  {
    kind: 'waiting',
    icon: '⏳',
    headline: `Waiting for ${JOB} to finish its current work`,
    detail: WHO,
    states: ['waiting'],
  },
  { kind: 'working', icon: '⏳', headline: 'Working on it', detail: WHO, states: ['open'] },
  {
    kind: 'pull-request',
    icon: '✅',
    headline: '(?:Pull request ready|Follow-up done)(?:: \\[[^\\]]+\\]\\(\\S+\\))?',
    detail: TIME,
    states: ['ended pull-request'],
  },
  {
    kind: 'no-changes',
    icon: '➖',
    headline: 'No pull request',
    detail: `the job completed${AFTER} without one`,
    states: ['ended no-changes'],
  },
  {
    kind: 'failed',
    icon: '❌',
    headline: `Job failed${AFTER}`,
    detail: 'the service gives no reason',
    states: ['ended failed'],
  },
  {
    kind: 'archived',
    icon: '🗄️',
    headline: `Job archived${AFTER}`,
    detail: 'without a pull request',
    states: ['ended archived'],
  },
  {
    kind: 'timed-out',
    icon: '⌛',
    headline: `Timed out${AFTER}`,
    detail: `${RUNNING(AT)}|${UNSURE}|${FAILED}`,
    states: ['open'],
  },
  {
    kind: 'not sent',
    icon: '⌛',
    headline: 'Not sent',
    detail: `${JOB} was still active${AFTER}|the timeout came before its turn`,
    states: ['unsent'],
  },
  {
    kind: 'given up',
    icon: '⌛',
    headline: 'Given up',
    detail: RUNNING('the job was still active after 24 h'),
    states: ['lost'],
  },
  { kind: 'started', icon: '🚀', headline: 'Job started', detail: 'this run does not wait for it', states: ['open'] },
  {
    kind: 'cancelled',
    icon: '⏹️',
    headline: 'Cancelled',
    detail: `${NOTHING}|${RUNNING(AT)}|${UNSURE}`,
    states: ['unsent', 'open'],
  },
  {
    kind: 'quota',
    icon: '🚦',
    headline: 'Quota of the service used up',
    detail: `${NOTHING}(?:; try again after [\\d: -]+ UTC)?`,
    states: ['unsent'],
  },
  {
    kind: 'limit',
    icon: '⏸️',
    headline: 'Not started',
    detail:
      '(?:\\d+ pull requests? of the agent (?:is|are) open)?(?:, and )?(?:\\d+ jobs? of the agent (?:has|have) not ended)? \\(limit `max-open-pulls: \\d+`\\)|' +
      '\\d+ jobs? (?:was|were) created in the last 24 hours \\(limit `max-jobs-per-day: \\d+`\\)',
    states: ['unsent'],
  },
  {
    kind: 'unconfirmed',
    icon: '❓',
    headline: 'Unconfirmed',
    detail: 'the service may have accepted the (?:request, so the job may exist|follow-up)',
    states: ['unconfirmed'],
  },
  {
    kind: 'error',
    icon: '⛔',
    headline: '[^*]+',
    detail: `${NOTHING}|the result of the job is unknown`,
    states: ['unsent', 'unconfirmed', 'open'],
  },
  {
    kind: 'continued',
    icon: '↪️',
    headline: 'Continued',
    detail:
      '\\[a later request\\]\\(\\S+\\) to the same job reports the result|a later request was sent to the same job',
    states: ['continued', 'open'],
  },
  {
    kind: 'replaced',
    icon: '↪️',
    headline: 'Replaced',
    detail: '\\[a later attempt\\]\\(\\S+\\) reports the result',
    states: ['ended failed', 'ended archived', 'ended no-changes', 'continued'],
  },
  {
    kind: 'requested before',
    icon: '↪️',
    headline: 'Requested before',
    detail: '\\[that request\\]\\(\\S+\\) reports the result',
    states: ['unsent'],
  },
  {
    kind: 'opened',
    icon: '📝',
    headline: 'Opened for .+',
    detail: 'requested by .+',
    states: ['opened'],
  },
  {
    kind: 'denied',
    icon: '🔒',
    headline: 'Not started',
    detail: 'requests need `\\w+` permission in this repository',
    states: ['notice'],
  },
];

const PATTERNS = ROWS.map(({ icon, headline, detail = '', ...row }) => ({
  ...row,
  icon,
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
interface Marked {
  /** `ended` has the verdict behind it. */
  readonly state: string;
  readonly job: string | undefined;
  readonly leaseSeconds: number;
  readonly isMentioned: boolean;
  /** The number of the account to mention. */
  readonly requester: number | null;
  /** What no edit changes. */
  readonly identity: string;
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
    const mentions = form === 'mention' ? Number(/issuecomment-(\d+)$/.exec(about ?? '')?.[1] ?? 0) : undefined;
    const isWhole = form === 'mention' || (marker !== undefined && states.includes(marker.state));
    return { kind, mentions, claims, marker, isWhole };
  }
  return undefined;
}

const MARKER = /<!-- [\w-]+[: ]\S* ?[\w-]+\.([\w-]+)\.[\w-]{43} -->/;

function markerIn(text: string): Marked | undefined {
  const [, content] = MARKER.exec(text) ?? [];
  if (content === undefined) return undefined;
  const { notice, phase, leaseSeconds, mentioned, requester, stepKey, run, before } = Object(
    JSON.parse(Buffer.from(content, 'base64url').toString()),
  );
  const { at, why, verdict, job } = Object(phase);
  return {
    state: notice ? 'notice' : why === 'ended' ? `ended ${verdict}` : (STATES.get(why ?? at) ?? why ?? at),
    job: typeof job === 'string' ? job : undefined,
    leaseSeconds: Number(leaseSeconds),
    isMentioned: mentioned === 'end',
    requester: typeof requester === 'number' ? requester : null,
    identity: [stepKey, run].join(),
    isFollowUp: Boolean(before),
  };
}
