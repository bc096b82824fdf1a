import { systemClock } from './clock.ts';
import { createTransport } from './http/transport.ts';
import { main } from './main.ts';
import { post } from './post.ts';
import { createRunner } from './runner.ts';

const runner = createRunner(process.env);
const send = createTransport();

if (runner.readState('main')) {
  await post({ runner, send, clock: systemClock });
} else {
  runner.saveState('main', 'began');
  process.exitCode = await main({ runner, send, clock: systemClock, signal: cancelSignal() });
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
