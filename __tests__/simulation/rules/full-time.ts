import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

/** For the last request for the status, and for the report. */
const REPORT_MS = 8_000;

/** A run that waits uses its time: it does not give up before its timeout, unless a server lets it wait for longer than that. */
export const fullTime: RuleOf = (world, judge) => ({
  name: 'full time',
  onEnd(process) {
    const { result, timeoutMs, name, what } = process;
    if (!result || what === 'post' || result.outputs.verdict !== 'timed-out') return [];
    const unused = timeoutMs - (result.ended - result.began);
    return judge('runs use their time', isHeldUp(process, world) && 'a server let it wait', () =>
      unused > REPORT_MS ? [`${name} ends timed-out ${Math.round(unused / 1000)} s before its timeout`] : [],
    );
  },
});

const isHeldUp = (process: Process, { exchanges }: World): boolean =>
  exchanges.some(({ by, fault }) => by === process && /429|rate limit/.test(fault ?? ''));
