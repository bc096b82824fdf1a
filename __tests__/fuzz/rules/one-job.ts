import type { Exchange } from '../../simulation/world.ts';
import type { Judged, Rule } from '../play.ts';
import type { Applied } from '../tampering.ts';

const SUBMIT = /^POST service\/.*\/job(?:\/[^/]+\/message)?$/;

/**
 * One request leads to at most one job: no process submits twice, and a re-run does not submit
 * again what its status comment reports.
 */
export const oneJob: Rule = (judged) => {
  const { world, arrived } = judged.played;
  const submits = world.exchanges.filter(({ line }) => SUBMIT.test(line));
  const byPost = submits
    .filter(({ by }) => by.what === 'post')
    .map(({ by }) => `${by.name} submits a request`);
  const again = submits.flatMap((submit, at) => {
    const former = submits.slice(0, at).findLast(({ by }) => by.occasion === submit.by.occasion);
    if (!former || isRefused(arrived.get(former))) return [];
    if (former.by !== submit.by && mayForget(former, submit, judged)) return [];
    return [
      `${submit.by.name} submits again after ${former.by.name}, whose request was answered ${arrived.get(former)}`,
    ];
  });
  return [...byPost, ...again];
};

/** The service provably did not accept it: 4xx, except for a timeout. */
const isRefused = (status = 0) => status >= 400 && status < 500 && status !== 408;

/**
 * Whether a later attempt may submit again: the job came to nothing, or what the attempts read of
 * it was changed.
 */
function mayForget(
  former: Exchange,
  { by }: Exchange,
  { played: { world, applied } }: Judged,
): boolean {
  if (applied.some(hidesJob)) return true;
  const isRemembered = world.github.repository.comments.some((comment) =>
    comment.body.includes(`/runs/${by.run}`),
  );
  if (!isRemembered || former.status >= 300) return true;
  const jobs = [...world.service.jobs.values()].map((job) => world.service.statusOf(job));
  return jobs.some(
    ({ status, prLink }) => status === 'failed' || (status === 'archived' && prLink === null),
  );
}

/**
 * A changed comment may lose its marker, and a changed status may say that the job came to nothing.
 */
function hidesJob({ mutation: { place } }: Applied): boolean {
  if (place.kind === 'state') return true;
  return place.kind === 'answer' && /comments|^GET service|^POST service/.test(place.line);
}
