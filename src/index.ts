import { randomUUID } from 'node:crypto';
import * as core from '@actions/core';
import { systemClock } from './clock.ts';
import { systemFiles } from './files.ts';
import { createTransport } from './http/transport.ts';
import { main } from './main.ts';
import { post } from './post.ts';
import { createRunner } from './runner.ts';

const runner = createRunner(process.env, core);
const effects = {
  runner,
  clock: systemClock,
  send: createTransport(systemClock),
  files: systemFiles,
  uuid: randomUUID,
};

// dist/post.js is one line that imports this bundle: no state, which may be lost, decides whether a run may spend.
if (process.argv[1]?.endsWith('post.js')) {
  await post(effects);
} else {
  process.exitCode = await main({ ...effects, signal: cancelSignal() });
}

/** Aborts on the first signal; the second one ends the process at once, as signals do. */
function cancelSignal(): AbortSignal {
  const cancel = new AbortController();
  const onSignal = () => {
    for (const name of ['SIGINT', 'SIGTERM']) process.off(name, onSignal);
    cancel.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, onSignal);
  return cancel.signal;
}
