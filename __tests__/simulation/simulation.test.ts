import { readdirSync, readFileSync } from 'node:fs';
import '@actions/github'; // loaded before the virtual clock starts, as loading takes real time
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { History } from './history.ts';
import { histories } from './history.ts';
import { simulate } from './simulate.ts';

const FOLDER = new URL('saved/', import.meta.url);
const saved = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

test('saved histories violate no rule', async () => {
  for (const name of saved)
    expect({ name, violations: await violationsOf(name) }).toEqual({ name, violations: [] });
});

async function violationsOf(name: string): Promise<readonly string[]> {
  const history: History = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
  return (await simulate(history)).violations;
}

test('thirty random histories violate no rule', async () => {
  for (const history of fc.sample(histories(1, 14), { seed: 1, numRuns: 30 })) {
    const { violations, story } = await simulate(history);
    if (violations.length > 0) console.log(story.join('\n'));
    expect(violations).toEqual([]);
  }
});

test('a history always ends the same way', async () => {
  for (const history of fc.sample(histories(1, 14), { seed: 2, numRuns: 3 })) {
    const [one, other] = [await simulate(history), await simulate(history)];
    expect(other.story).toEqual(one.story);
  }
});
