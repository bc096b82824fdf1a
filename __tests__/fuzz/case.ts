import { hash } from 'node:crypto';
import { type Chance, createChance } from '../support/seeded-random.ts';
import { pick } from './hostile-texts.ts';
import { chooseMutations, type Mutation, type Places } from './mutations.ts';
import { type Played, piecesOf, play } from './play.ts';
import { ends } from './rules/ends.ts';
import { oneJob } from './rules/one-job.ts';
import type { Rule } from './rules/rule.ts';
import { secrets } from './rules/secrets.ts';
import { shownTexts } from './rules/shown-texts.ts';
import { STORIES } from './stories.ts';
import type { Story } from './story.ts';
import type { Applied } from './tampering.ts';
import { DISK, WORKSPACE } from './workspace.ts';

/** A story with one to three mutations. */
export interface Case {
  readonly story: Story;
  readonly mutations: readonly Mutation[];
}

/** What came of a case. */
export interface Result {
  readonly violations: readonly string[];
  readonly applied: readonly Applied[];
  /** Whether anything that the action shows or sends differs from the story without mutations; `course`: other requests or verdicts. */
  readonly change: 'none' | 'texts' | 'course';
  readonly verdicts: readonly string[];
  readonly played: Played;
}

/** Makes and plays cases. */
export interface Fuzzer {
  /** The same seed and number always make the same case. */
  caseOf(seed: number, number: number): Promise<Case>;
  run(fuzzed: Case): Promise<Result>;
}

const RULES: Readonly<Record<string, Rule>> = {
  ends,
  'one job per request': oneJob,
  secrets,
  'shown texts': shownTexts,
};

/** A story as it goes without mutations. */
interface Baseline {
  readonly places: Places;
  readonly pieces: ReadonlySet<string>;
  readonly course: string;
  readonly digest: string;
}

export function createFuzzer(): Fuzzer {
  // Stories with one run are played more often: they take less time, and their mutations are met more often.
  const weightOf = ({ weight, acts }: Story) => weight ?? (acts.length > 1 ? 1 : 2);
  const stories = STORIES.flatMap((story) => Array.from({ length: weightOf(story) }, () => story));
  const baselines = new Map<Story, Promise<Baseline>>();

  function baselineOf(story: Story): Promise<Baseline> {
    const known = baselines.get(story) ?? play(story, []).then((played) => describe(played, story));
    baselines.set(story, known);
    return known;
  }

  return {
    async caseOf(seed, number) {
      const chance = chanceOf(seed, number);
      const story = pick(stories, chance);
      return { story, mutations: chooseMutations((await baselineOf(story)).places, chance) };
    },
    async run({ story, mutations }) {
      const { pieces, course, digest } = await baselineOf(story);
      const stray: unknown[] = [];
      const onStray = (error: unknown) => void stray.push(error);
      process.on('unhandledRejection', onStray);
      const played = await play(story, mutations).finally(() => process.off('unhandledRejection', onStray));
      const isKnown = (text: string) => pieces.has(text);
      const violations = Object.entries(RULES).flatMap(([name, rule]) =>
        rule({ played, isKnown }).map((problem) => `${name}: ${problem}`),
      );
      const strays = stray.map((error) => `ends: a promise is rejected and not handled: ${error}`);
      const change = courseOf(played) !== course ? 'course' : digestOf(played) === digest ? 'none' : 'texts';
      const verdicts = played.world.processes.flatMap(({ result }) => result?.outputs.verdict ?? []);
      return { violations: [...violations, ...strays], applied: played.applied, change, verdicts, played };
    },
  };
}

const chanceOf = (seed: number, number: number): Chance =>
  createChance(Number.parseInt(hash('sha1', `${seed} ${number}`).slice(0, 8), 16));

const digestOf = (played: Played): string => hash('sha1', piecesOf(played).join('\n'));

/** The requests and ends of a story. */
const courseOf = ({ world: { exchanges, processes } }: Played): string =>
  [
    ...exchanges.map(({ by, line }) => `${by.name} ${line}`),
    ...processes.map(({ result }) => result?.outputs.verdict),
  ].join('\n');

function describe(played: Played, story: Story): Baseline {
  const { world, files } = played;
  const problems = Object.values(RULES).flatMap((rule) => rule({ played, isKnown: () => false }));
  if (problems.length > 0) throw new Error(`“${story.name}” is no valid story: ${problems.join('\n')}`);
  const counts = new Map<string, number>();
  for (const { by, line } of world.exchanges) {
    const key = `${world.processes.indexOf(by)} ${line}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const answers = [...counts].map(([key, count]) => {
    const [number = '', ...line] = key.split(' ');
    return { process: Number(number), line: line.join(' '), count };
  });
  const states = world.processes.flatMap(({ what, result }, at) =>
    what === 'main' && Object.values(result?.state ?? {}).some(Boolean) ? [at + 1] : [],
  );
  const places = { acts: story.acts.length, states, answers, files: [...files.opened].filter(isInput) };
  return { places, pieces: new Set(piecesOf(played)), course: courseOf(played), digest: digestOf(played) };
}

const isInput = (path: string) => path.startsWith(`${WORKSPACE}/`) && path in DISK;
