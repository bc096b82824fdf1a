import type { Process, World } from '../world.ts';
import { rolesOf } from './mentions.ts';
import { type RuleOf, wasHit } from './rule.ts';

/** An account without permission causes nothing. */
export const permission: RuleOf = (world, judge) => ({
  onExchange({ by, line }) {
    if (isAuthorized(by, world) || line.startsWith('GET github/')) return;
    judge(
      'permission',
      false,
      `${by.name} sends ${line}, although ${by.occasion.by} has no permission`,
    );
  },
  onEnd(process) {
    const { result, what } = process;
    const { verdict = '' } = result?.outputs ?? {};
    if (what === 'post' || result?.exitCode === null || process.occasion.kind === 'agent') return;
    const isRight = isAuthorized(process, world)
      ? verdict !== 'denied'
      : ['denied', 'error', 'cancelled'].includes(verdict);
    const excuse = verdict === 'denied' && wasUnknown(process) && 'GitHub did not know the account';
    judge(
      'permission',
      excuse,
      !isRight && `${process.name} of ${process.occasion.by} ends ${verdict}`,
    );
  },
});

const wasUnknown = (process: Process) => wasHit(process, /\/collaborators\//, /^4(?:04|10)$/);

const CHECKED = new Set(['label', 'command', 'review']);

/** Whether each account behind the run may write. */
const isAuthorized = (by: Process, world: World): boolean =>
  !CHECKED.has(by.occasion.kind) ||
  rolesOf(by, world).every((role) => role === 'write' || role === 'admin');
