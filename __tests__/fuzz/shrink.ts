import type { Case } from './case.ts';

/** The simplest case that still fails: fewest acts and mutations, each at one place. @param fails whether a case fails as the original does. */
export async function shrink(original: Case, fails: (fuzzed: Case) => Promise<boolean>): Promise<Case> {
  for (const simpler of simplerThan(original)) {
    if (await fails(simpler)) return shrink(simpler, fails);
  }
  return original;
}

function simplerThan({ story, mutations }: Case): Case[] {
  const { acts } = story;
  const withFewerActs = acts.length > 1 ? [{ story: { ...story, acts: acts.slice(0, -1) }, mutations }] : [];
  const withFewerMutations = mutations.map((_, at) => ({ story, mutations: mutations.toSpliced(at, 1) }));
  const atOnePlace = mutations.flatMap((mutation, at) =>
    mutation.place.kind === 'answer' && mutation.place.nth === undefined
      ? [{ story, mutations: mutations.toSpliced(at, 1, { ...mutation, place: { ...mutation.place, nth: 0 } }) }]
      : [],
  );
  return [...withFewerMutations, ...withFewerActs, ...atOnePlace];
}
