import { hash } from 'node:crypto';
import { type Chance, createChance } from '../support/seeded-random.ts';
import { pick } from './hostile-texts.ts';
import { chooseMutations, type Mutation, type Places } from './mutations.ts';
import { DISK, type Played, piecesOf, play, type Rule, WORKSPACE } from './play.ts';
import { ends } from './rules/ends.ts';
import { oneJob } from './rules/one-job.ts';
import { secrets } from './rules/secrets.ts';
import { shownTexts } from './rules/shown-texts.ts';
import { STORIES, type Story } from './stories.ts';
import type { Applied } from './tampering.ts';

/** A story with one to three mutations. */
export interface Case {
  readonly story: Story;
  readonly mutations: readonly Mutation[];
}

/** What came of a case. */
export interface Result {
  readonly violations: readonly string[];
  readonly applied: readonly Applied[];
  /** Whether requests or verdicts differ from those of the story without mutations. */
  readonly hasOtherCourse: boolean;
  readonly verdicts: readonly string[];
  readonly played: Played;
}

const RULES: Readonly<Record<string, Rule>> = { ends, oneJob, secrets, shownTexts };

/** A story as it goes without mutations. */
interface Baseline {
  readonly places: Places;
  readonly pieces: ReadonlySet<string>;
  readonly course: string;
}

/** Makes and plays cases. */
export function createFuzzer() {
  // Stories with one run are played more often: they take less time, and their mutations are met
  // more often.
  const weightOf = ({ weight, acts }: Story) => weight ?? (acts.length > 1 ? 1 : 2);
  const stories = STORIES.flatMap((story) => Array.from({ length: weightOf(story) }, () => story));
  const baselines = new Map<Story, Promise<Baseline>>();

  function baselineOf(story: Story): Promise<Baseline> {
    const known = baselines.get(story) ?? play(story, []).then((played) => describe(played, story));
    baselines.set(story, known);
    return known;
  }

  return {
    /** The same seed and number always make the same case. */
    async caseOf(seed: number, number: number): Promise<Case> {
      const chance = chanceOf(seed, number);
      const story = pick(stories, chance);
      return { story, mutations: chooseMutations((await baselineOf(story)).places, chance) };
    },
    async run({ story, mutations }: Case): Promise<Result> {
      const { pieces, course } = await baselineOf(story);
      const stray: unknown[] = [];
      const onStray = (error: unknown) => void stray.push(error);
      process.on('unhandledRejection', onStray);
      const played = await play(story, mutations).finally(() =>
        process.off('unhandledRejection', onStray),
      );
      const isKnown = (text: string) => pieces.has(text);
      const violations = Object.entries(RULES).flatMap(([name, rule]) =>
        rule({ played, isKnown }).map((problem) => `${name}: ${problem}`),
      );
      const strays = stray.map((error) => `ends: a promise is rejected and not handled: ${error}`);
      const hasOtherCourse = courseOf(played) !== course;
      const verdicts = played.world.processes.flatMap(
        ({ result }) => result?.outputs.verdict ?? [],
      );
      return {
        violations: [...violations, ...strays],
        applied: played.applied,
        hasOtherCourse,
        verdicts,
        played,
      };
    },
  };
}

const chanceOf = (seed: number, number: number): Chance =>
  createChance(Number.parseInt(hash('sha1', `${seed} ${number}`).slice(0, 8), 16));

/** The requests and ends of a story. */
const courseOf = ({ world: { exchanges, processes } }: Played): string =>
  [
    ...exchanges.map(({ by, line }) => `${by.name} ${line}`),
    ...processes.map(({ result }) => result?.outputs.verdict),
  ].join('\n');

function describe(played: Played, story: Story): Baseline {
  const { world, files } = played;
  const problems = Object.values(RULES).flatMap((rule) => rule({ played, isKnown: () => false }));
  if (problems.length > 0)
    throw new Error(`“${story.name}” is no valid story: ${problems.join('\n')}`);
  const sent = Map.groupBy(
    world.exchanges,
    ({ by, line }) => `${world.processes.indexOf(by)} ${line}`,
  );
  const answers = [...sent.values()].flatMap(([first, ...more]) =>
    first
      ? [{ process: world.processes.indexOf(first.by), line: first.line, count: 1 + more.length }]
      : [],
  );
  const states = world.processes.flatMap(({ what, result }, at) =>
    what === 'main' && Object.values(result?.state ?? {}).some(Boolean) ? [at + 1] : [],
  );
  const places = {
    acts: story.acts.length,
    states,
    answers,
    files: [...files.opened].filter(isInput),
  };
  return { places, pieces: new Set(piecesOf(played)), course: courseOf(played) };
}

const isInput = (path: string) => path.startsWith(`${WORKSPACE}/`) && path in DISK;

/** Cases with fewer mutations, fewer acts, or a mutation at one place instead of several. */
export function* simplerThan({ story, mutations }: Case): Generator<Case> {
  const { acts } = story;
  for (const at of mutations.keys()) yield { story, mutations: mutations.toSpliced(at, 1) };
  if (acts.length > 1) yield { story: { ...story, acts: acts.slice(0, -1) }, mutations };
  for (const [at, { place, ...mutation }] of mutations.entries())
    if (place.kind === 'answer' && place.nth === undefined)
      yield { story, mutations: mutations.with(at, { ...mutation, place: { ...place, nth: 0 } }) };
}
