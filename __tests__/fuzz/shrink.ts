import type { Case } from './case.ts';

/** Cases with fewer mutations, fewer acts, or a mutation at one place instead of several. */
export function* simplerThan({ story, mutations }: Case): Generator<Case> {
  const { acts } = story;
  for (const at of mutations.keys()) yield { story, mutations: mutations.toSpliced(at, 1) };
  if (acts.length > 1) yield { story: { ...story, acts: acts.slice(0, -1) }, mutations };
  for (const [at, { place, ...mutation }] of mutations.entries())
    if (place.kind === 'answer' && place.nth === undefined)
      yield { story, mutations: mutations.with(at, { ...mutation, place: { ...place, nth: 0 } }) };
}
