import { RunnerError } from '../errors.ts';

/** action.yml names Node 24. Some runners, act among them, run the action with the Node that they find instead. */
const NEEDED = 24;

/** The error for a version of Node that lacks what the action uses; undefined for a suitable one. @param version as in `process.versions.node`. */
export function findNodeProblem(version: string): RunnerError | undefined {
  if (Number.parseInt(version, 10) >= NEEDED) return undefined;
  return new RunnerError(
    `This action needs Node 24; this runner has v${version}.`,
    'Update the runner to a version that supports `node24`. Under act, put Node 24 first in PATH.',
  );
}
