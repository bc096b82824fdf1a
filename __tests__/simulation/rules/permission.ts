import type { Process, World } from '../world.ts';
import { mayBeAnswered } from './mentions.ts';
import type { RuleOf } from './rule.ts';

/** An account without permission causes nothing, except the one comment that answers a label of an account that may triage. */
export const permission: RuleOf = (world, judge) => ({
  onExchange({ by, line }) {
    if (isAuthorized(by, world) || line.startsWith('GET github/') || isAnswer(line, by, world)) return;
    judge('permission', false, `${by.name} sends ${line}, although ${by.occasion.by} has no permission`);
  },
  onEnd(process) {
    const { result, what } = process;
    const { verdict } = result?.outputs ?? {};
    if (what === 'post' || result?.exitCode === null || process.occasion.kind === 'agent') return;
    const isRight = isAuthorized(process, world)
      ? verdict !== 'denied'
      : verdict === 'denied' || verdict === 'error' || verdict === 'cancelled';
    const excuse = verdict === 'denied' && wasUnknown(process, world) && 'GitHub did not know the account';
    judge('permission', excuse, !isRight && `${process.name} of ${process.occasion.by} ends ${verdict}`);
  },
});

/** The answer to a label, and its removal because there is an older one. */
const isAnswer = (line: string, by: Process, world: World) =>
  /^(POST github\/issues\/\d+|DELETE github\/issues)\/comments/.test(line) && mayBeAnswered(by, world);

/** GitHub said that it does not know the account. */
const wasUnknown = (process: Process, { exchanges }: World) =>
  exchanges.some(
    ({ by, line, fault }) => by === process && line.includes('/collaborators/') && (fault === '404' || fault === '410'),
  );

const CHECKED = new Set(['label', 'command', 'review']);

/** Whether each account behind the run may write. */
function isAuthorized({ occasion, env }: Process, { github }: World): boolean {
  if (!CHECKED.has(occasion.kind)) return true;
  return [occasion.by, env.GITHUB_ACTOR ?? '', env.GITHUB_TRIGGERING_ACTOR ?? ''].every((login) =>
    ['write', 'maintain', 'admin'].includes(github.repository.roles.get(login) ?? ''),
  );
}
