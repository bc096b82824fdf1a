import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

/** Something happens: without a fault or an interruption, no run ends with an error or without a word. */
export const visibleReasons: RuleOf = (world) => ({
  name: 'visible reasons',
  onEnd(process) {
    const { result, what, name } = process;
    if (!result || result.exitCode === null || what === 'post') return [];
    const { verdict = '' } = result.outputs;
    if (result.summary === '') return [`${name} ends ${verdict} without a summary`];
    const warnings = result.log.filter(({ level }) => level === 'error' || level === 'warning').map(({ text }) => text);
    if (verdict === 'error' && !isDisturbed(process, world))
      return [`${name} ends with an error for no reason: ${warnings.join(' / ')}`];
    return [];
  },
  atEnd: () => world.github.unknown.map((line) => `GitHub's model does not know ${line}`),
});

/** Whether anything but the plain course of things happened before the process ended. */
const isDisturbed = (process: Process, world: World): boolean =>
  world.isDisturbed ||
  process.knowledge.submits.at(-1)?.answer === 'rejected' || // an archived job
  process.result?.cancelled !== undefined ||
  process.interruption.kill !== undefined;
