import { fieldOf } from '../answers.ts';
import { bodyOf, type ModelComment } from '../github-comments.ts';
import type { Reading, Submit } from '../knowledge.ts';
import type { Process, World } from '../world.ts';
import { isYoungJob } from './job-age.ts';
import type { RuleOf } from './rule.ts';

const WRITE = /^(?:POST github\/issues\/\d+\/comments|PATCH github\/issues\/comments\/\d+)$/;

/** No status comment says what its writer knew to be false, and none stays open. */
export const trueComments: RuleOf = (world) => ({
  name: 'true comments',
  onExchange({ at, by, line, request, status }) {
    if (!WRITE.test(line) || status >= 300) return [];
    const text = fieldOf(request.body, 'body');
    const problems = [...problemsOf(text, by), ...givenUpTooEarly(text, at, world)];
    return problems.map((problem) => `${by.name} writes “${headOf(text)}”, but ${problem}`);
  },
  atEnd: () => world.github.comments.all.flatMap((comment) => staleness(comment, world)),
});

export const headOf = (text: string): string => text.split('\n', 1)[0] ?? '';
const jobIn = (text: string): string | undefined => /Job `([^`]+)`/.exec(text)?.[1];

interface Facts {
  /** The job that the text names, as its writer last read it. */
  readonly reading: Reading | undefined;
  /** The last request of its writer that creates a job or sends a follow-up. */
  readonly last: Submit | undefined;
}

/** Waits for a link, or for the work on a follow-up. */
const maySettle = ({ reading, last }: Facts) =>
  last?.kind !== 'create' || (reading?.status === 'completed' && reading.prLink === null);
const mayExist = ({ last }: Facts) => last === undefined || last.answer === 'unclear' || last.answer === 'none';

/** What must be true for a text that begins like this. */
const CLAIMS: readonly (readonly [start: string, isTrue: (facts: Facts) => boolean])[] = [
  ['✅', ({ reading }) => reading !== undefined && reading.status !== 'active' && reading.prLink !== null],
  ['➖', ({ reading }) => reading?.status === 'completed' && reading.prLink === null],
  ['❌', ({ reading }) => reading?.status === 'failed'],
  ['🗄️', ({ reading }) => reading?.status === 'archived' && reading.prLink === null],
  ['⏳ Starting', ({ last }) => last === undefined],
  ['⏳ Working', (facts) => facts.reading?.status === 'active' || maySettle(facts)],
  ['🚦', ({ last }) => last?.answer === 'limited'],
  ['⌛ Given up', ({ reading }) => reading?.status === 'active'],
  ['❓', mayExist],
];

function problemsOf(text: string, { knowledge }: Process): string[] {
  const head = headOf(text);
  const id = jobIn(text);
  const reading = knowledge.readings.get(id ?? '');
  const last = knowledge.submits.at(-1);
  const [, isTrue] = CLAIMS.find(([start]) => head.startsWith(`**${start}`)) ?? [];
  if (isTrue && !isTrue({ reading, last }))
    return [
      `it last read ${id} as ${reading?.status} with ${reading?.prLink}, and its last request was ${last?.answer}`,
    ];
  return isTrue ? [] : claimsOf(text, knowledge, id);
}

/** The text names the job, so it is enough that the writer could read the comments. */
function givenUpTooEarly(text: string, at: number, world: World): string[] {
  const id = jobIn(text);
  const isTooEarly = headOf(text).startsWith('**⌛ Given up') && id !== undefined && isYoungJob(id, at, world);
  return isTooEarly ? [`a request was sent to ${id} in the last 24 h`] : [];
}

function claimsOf(
  text: string,
  { submits, readings, failures }: Process['knowledge'],
  id: string | undefined,
): string[] {
  const problems: string[] = [];
  const mayExist = submits.some(({ answer }) => answer !== 'rejected' && answer !== 'limited' && answer !== 'unsent');
  if (/no job was created|nothing was sent/i.test(text) && mayExist)
    problems.push('its request may have been accepted');
  const status = id === undefined ? undefined : readings.get(id)?.status;
  const failed = failures.get(id ?? '') ?? 0;
  if (/the job was still running/.test(text) && status !== undefined && status !== 'active' && failed === 0)
    problems.push(`it last read ${id} as ${status}`);
  const [, count] = /the last (\d+) status requests? failed/.exec(text) ?? [];
  if (count !== undefined && id !== undefined && Number(count) !== failed) problems.push(`${failed} failed`);
  return problems;
}

const OPEN = /^\*\*(⏳|🚀|⏹️ Cancelled\*\* · the job was|⌛ Timed out)/;

/** Faults have stopped, every job has ended or is lost, and a sweep ran. */
function staleness(comment: ModelComment, world: World): string[] {
  const text = bodyOf(comment);
  if (comment.author !== 'github-actions[bot]' || !OPEN.test(headOf(text)) || world.unreadable.has(comment.id))
    return [];
  if (world.service.jobs.get(jobIn(text) ?? '')?.plan.refusedAs) return [];
  if (isSecondTry(comment, world) || !hasKnownKey(comment, world)) return [];
  if (world.github.locked.has(comment.thread) || world.github.transferred.has(comment.thread)) return [];
  return [
    `comment ${comment.id} in #${comment.thread} still says “${headOf(text)}”, written by ${world.writers.get(comment.id)?.name}`,
  ];
}

/** A run that began before the API key was replaced signs with the old one. */
const hasKnownKey = ({ id }: ModelComment, { signers, apiKeys }: World) =>
  [apiKeys.current, apiKeys.previous].includes(signers.get(id));

/** After a lost answer, the action reads the list for 3 s. One that lags for longer shows the first comment after a second one was created. */
function isSecondTry({ id, thread, createdAt }: ModelComment, { github: { comments } }: World): boolean {
  const isFirst = (other: ModelComment) =>
    other.id < id && other.thread === thread && createdAt - other.createdAt < 15_000;
  return comments.lag.created > 3_000 && comments.all.some(isFirst);
}
