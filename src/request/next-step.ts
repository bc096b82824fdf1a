import { ServiceError } from '../errors.ts';
import { notSent, type Outcome } from '../outcome.ts';
import type { RichText } from '../text/format.ts';
import { changedSince, earlierAttempts } from '../thread/earlier-requests.ts';
import { type StatusRecord, united } from '../thread/status-records.ts';
import {
  type Ask,
  failureOf,
  isLost,
  type Known,
  mustContinue,
  NO_JOB,
  newJobBecause,
  outcomeAtLimit,
  type Step,
  stopAsDuplicate,
  unreadable,
  WHY,
} from './steps.ts';
import { possibleOpeners, stepInQueue, turnOf } from './turn.ts';

type Records = readonly StatusRecord[];

/** Decides what a run does next with its request (docs/engineering/architecture.md). A fact that is missing is asked for as a step. */
export function nextStep(ask: Ask, known: Known): Step {
  const step = stepWithoutLimits(ask, known);
  const { ledger } = known;
  // A job is created only below the limits. They are counted last: after the status comment says that a job is about to be created.
  if (step.do !== 'submit' || step.to || !ask.limits) return step;
  if (!ledger) return { do: 'read-ledger' };
  const outcome = outcomeAtLimit(ask, ledger, ledger.before);
  return outcome ? { do: 'stop', outcome } : step;
}

function stepWithoutLimits(ask: Ask, known: Known): Step {
  const { first, announced, queue } = known;
  if (announced && queue)
    return queue.records ? stepInQueue(ask, known, announced, queue.records) : { do: 'read-queue' };
  // What the first read showed is decided: after the announcement, only what changed since counts.
  const records = announced ? changedSince(first, announced.inThread, announced.commentId) : first;
  const earlier = stepForEarlier(ask, known, records);
  if ('do' in earlier) return earlier;
  return announced ? stepBeforeQueue(ask, known) : stepToAnnounce(ask, known, earlier.note);
}

/** The step that an earlier request leads to; or else why there is a new job although there is one. */
type Answer = Step | { readonly note: RichText | undefined };

/** The newest earlier request that affects this one decides, as in the table in docs/reliability.md. */
function stepForEarlier(ask: Ask, known: Known, records: Records): Answer {
  const { identity } = ask;
  const attempts = earlierAttempts(identity, records);
  for (const record of records.toReversed()) {
    const isAttempt = attempts.includes(record);
    const isSame = isAttempt || record.marker.requestKey === identity.requestKey;
    const answer = isSame ? answerOf(record, isAttempt, ask, known) : undefined;
    if (answer) return answer;
  }
  return { note: undefined };
}

/** @param isAttempt an earlier attempt of the same run made the request. That has ended, even if its lease has not. */
function answerOf(record: StatusRecord, isAttempt: boolean, ask: Ask, known: Known): Answer | undefined {
  const { asksOnce, askedAt } = ask.identity;
  const { comment, facts, isLeaseHeld } = record;
  const { sent, job, end } = facts;
  if (isLeaseHeld && !isAttempt) return stopAsDuplicate(record);
  if (end?.why === 'lost') return { note: newJobBecause(record, WHY.lost) };
  const asksAnew = !isAttempt && !asksOnce;
  if (sent === 'maybe')
    return asksAnew
      ? { note: newJobBecause(record, WHY.unknown) }
      : { do: 'stop', outcome: sentBefore(comment.url), because: record, reportsAs: 'earlier-request' };
  // Requested while that job was active, and started only now (`concurrency`): its result answers this request.
  const wasAskedBefore = askedAt !== undefined && askedAt < comment.updatedAt;
  if (job === undefined || (asksAnew && end?.why === 'ended' && !wasAskedBefore)) return undefined; // an older one may answer
  return answerOfJob(job, record, isAttempt, known);
}

const sentBefore = (earlier: string): Outcome => ({
  verdict: 'unconfirmed',
  problem: new ServiceError(
    'An earlier run or attempt may have sent this request, and whether the service accepted it is unknown.',
    'Look for its pull request in the documentation repository.',
  ),
  earlier,
});

/** A job of an earlier attempt that failed is repeated; one of another run answers the request. */
function answerOfJob(id: string, because: StatusRecord, isAttempt: boolean, known: Known): Answer {
  const { first, announced, elsewhere, jobs } = known;
  const newJob = (why: string): Answer => ({
    note: isAttempt ? [`New job, as the first attempt has no result: ${why}.`] : newJobBecause(because, why),
  });
  const read = jobs.get(id);
  if (!read) return { do: 'read-job', job: id };
  if (read.kind === 'unreadable') return { do: 'stop', outcome: unreadable(id, read.error), because };
  if (read.kind === 'gone') return newJob(WHY.gone);
  const { job } = read;
  if (isLost(job, united(elsewhere.edited ?? [], announced?.inThread ?? first))) {
    // It may work on a request in another thread.
    return elsewhere.edited ? newJob(WHY.lost) : { do: 'read-elsewhere', what: 'edited' };
  }
  const failure = isAttempt ? failureOf(job) : undefined;
  return failure === undefined
    ? { do: 'join', because, job, reportsAs: isAttempt ? 'this-request' : 'earlier-request' }
    : newJob(failure);
}

function stepToAnnounce(ask: Ask, known: Known, note: RichText | undefined): Step {
  const { identity, wanted, mayNotSend } = ask;
  const attempts = earlierAttempts(identity, known.first);
  if (mayNotSend) {
    const [because] = attempts;
    return { do: 'stop', outcome: mayNotSend, ...(because && { because, reportsAs: 'this-request' }) };
  }
  const [opener] = possibleOpeners(ask);
  const { ofCause } = known.elsewhere;
  if (wanted?.kind === 'newest-of-cause' && !ofCause) return { do: 'read-elsewhere', what: 'ofCause' };
  const { job, ahead } = wanted ? turnOf(ask, known, united(ofCause ?? [], known.first)) : {};
  const behind = opener ?? job ?? (ahead && null);
  if (behind === undefined && mustContinue(wanted)) return { do: 'stop', outcome: NO_JOB };
  // A comment that leads to a pull request stays as it is.
  const replaced = attempts.filter(
    ({ marker, facts: { end } }) =>
      marker.requestKey === identity.requestKey && !(end?.why === 'ended' && end.link !== ''),
  );
  return { do: 'announce', behind, note, replaced };
}

/** If it is not certain which job opened the pull request, the request waits until it is. */
function stepBeforeQueue(ask: Ask, { isOpener }: Known): Step {
  const { origin, wanted } = ask;
  const openers = possibleOpeners(ask);
  const [job] = openers;
  if (openers.length > 1) return { do: 'stop', outcome: notSent(severalOpeners(openers)) }; // said once, for all workflows and legs
  if (origin.kind === 'suspected' && job !== undefined && isOpener === undefined)
    return { do: 'wait-for-opener', job, link: origin.link };
  return wanted ? { do: 'read-queue' } : { do: 'submit' };
}

const severalOpeners = (jobs: readonly string[]) =>
  new ServiceError(
    `It is not known yet which job opened this pull request: ${jobs.map((id) => `\`${id}\``).join(', ')}. Make the request again when these jobs have ended.`,
    '',
    { headline: 'Not sent' },
  );
