import { randomUUID } from 'node:crypto';
import { createTransport } from './http/transport.ts';
import { main } from './main.ts';
import { post } from './post.ts';
import { systemClock } from './runtime/clock.ts';
import { systemFiles } from './runtime/files.ts';
import { createRunner, findNodeProblem, toolkit } from './runtime/runner.ts';

const effects = {
  runner: createRunner(process.env, toolkit),
  clock: systemClock,
  send: createTransport(systemClock, process.env),
  files: systemFiles,
  uuid: randomUUID,
};

// A closed pipe (EPIPE) must not end the run, which still has to report the job.
process.stdout.on('error', () => {});

// dist/post.js is one line that imports this bundle. The file name, not saved state, identifies the
// post step: state may be lost, and a post step that ran as the step would create a job.
const isPost = process.argv[1]?.endsWith('post.js') === true;
process.exitCode = 1; // for a run that stops without its end
const ended = isPost
  ? post(effects).then(() => 0)
  : main({ ...effects, signal: cancelSignal() }, findNodeProblem(process.versions.node));
// Without `await`, because the bundle is CommonJS.
void ended.then((exitCode) => {
  // Everything is reported: exit even if a socket or a proxy connection is still open, after
  // flushing standard output.
  process.stdout.write('', () => process.exit(exitCode));
});

/**
 * A signal that aborts on the first SIGINT or SIGTERM. The second one ends the process immediately,
 * as by default.
 */
function cancelSignal(): AbortSignal {
  const cancel = new AbortController();
  const onSignal = () => {
    for (const name of ['SIGINT', 'SIGTERM']) process.off(name, onSignal);
    cancel.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, onSignal);
  return cancel.signal;
}
