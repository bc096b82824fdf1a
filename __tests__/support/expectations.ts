import { expect } from '@jest/globals';
import type { StepOptions, StepResult } from '../../sandbox/runner/step.ts';
import type { World } from '../../sandbox/world.ts';
import { askedGitHub, written } from './events.ts';
import { proseOf } from './markers.ts';
import type { BundleScene } from './scene.ts';

type Servers = Pick<World, 'service' | 'github'>;

const FAILING = ['error', 'failed', 'timed-out', 'quota-exhausted', 'unconfirmed'];

/**
 * Expects what holds for every step: its exit code, and what appears nowhere, such as secrets and
 * texts of values that are none.
 */
export function expectOfEveryStep(
  servers: Servers,
  { inputs }: StepOptions,
  result: StepResult,
): void {
  const { exitCode, signal, outputs, annotations } = result;
  if (signal === null && outputs.verdict) {
    const expected = Number(FAILING.includes(outputs.verdict));
    if (!inputs?.['fail-on'])
      expect([outputs.verdict, exitCode]).toEqual([outputs.verdict, expected]);
    if (result.rawLog)
      expect(annotations.some(({ level }) => level === 'error')).toBe(exitCode !== 0);
  }
  const traces = tracesOf(servers, result);
  expect(traces).not.toMatch(/\bundefined\b|\[object |\bNaN\b/);
  for (const secret of secretsOf(servers)) expect(traces).not.toContain(secret);
}

/** The key, the token, and the lines that fence untrusted text in the prompts. */
function secretsOf({ service, github }: Servers): string[] {
  const prompts = service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));
  const fences = prompts.flatMap(
    (prompt) => prompt.match(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?= end$)/gm) ?? [],
  );
  return [service.key, github.tokens.action, ...fences];
}

/**
 * Everything that a step shows or leaves, all comments of the action, and what it sent to GitHub,
 * as it is and without the escapes of Markdown.
 */
export function tracesOf({ github }: Pick<Servers, 'github'>, result: StepResult): string {
  // the runner executes these lines, and does not show them
  const printed = result.rawLog.replaceAll(/^::add-mask::.*$/gm, '');
  const annotations = result.annotations.map(({ message }) => message);
  const written = [
    ...annotations,
    result.summary,
    ...Object.values({ ...result.outputs, ...result.state }),
  ];
  const comments = github.hub.repositories.flatMap((repository) => repository.comments);
  const own = comments
    .filter(({ author }) => author.login === 'github-actions[bot]')
    .map(({ body }) => proseOf(body));
  const sent = github.requests.map(({ body }) => proseOf(body));
  const text = [printed, ...written, ...own, ...sent].join('\n');
  return `${text}\n${text.replaceAll('\\', '').replaceAll('&#8203;', '')}`;
}

/** The service got no request, and nothing was written on GitHub. */
export function expectNothingDone(scene: BundleScene): void {
  expect(scene.service.requests).toEqual([]);
  expect(written(scene)).toEqual([]);
}

/** Neither the service nor GitHub got a request. */
export const expectNothingAsked = (scene: BundleScene): void =>
  expect([...scene.service.requests, ...askedGitHub(scene)]).toEqual([]);
