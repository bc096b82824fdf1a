import { SCENARIOS } from './scenarios.ts';

/** Commands to try after a scenario, each with what it does. */
export function whatNext(name: string, isKept: boolean): [command: string, does: string][] {
  const names = [...SCENARIOS.keys()];
  const next = names[(names.indexOf(name) + 1) % names.length] ?? name;
  const run = 'npm run demo --';
  return [
    [`${run} ${next}`, SCENARIOS.get(next)?.shows ?? ''],
    ...(isKept
      ? []
      : [[`${run} ${name} --open`, 'plays the same story live on a page in the browser'] as [string, string]]),
    [`${run} --list`, `lists all ${names.length} scenarios`],
  ];
}
