import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Milliseconds without a message after which a worker hangs. */
const SILENCE_MS = 600_000;

/** Which part of the work a thread does. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

/**
 * Runs a module in `of` threads, by default one per core; each gets the data with its {@link Part}.
 * Resolves when all have ended, also by `stop`. Rejects if one throws or hangs.
 */
export async function inWorkers<Message>(
  module: URL,
  data: object,
  onMessage: (message: Message, stop: () => void) => void,
  threads: number | string = availableParallelism(),
): Promise<void> {
  const of = Number(threads);
  const workers = Array.from(
    { length: of },
    (_, index) =>
      new Worker(module, { argv: process.argv.slice(2), workerData: { ...data, index, of } }),
  );
  const stop = () => workers.forEach((worker) => void worker.terminate());
  await Promise.all(
    workers.map(
      (worker, index) =>
        new Promise((resolve, reject) => {
          const hangs = () =>
            reject(new Error(`Worker ${index} of ${of} says nothing for ${SILENCE_MS / 1000} s.`));
          const silence = setTimeout(hangs, SILENCE_MS);
          worker.on('message', (message: Message) => {
            silence.refresh();
            onMessage(message, stop);
          });
          worker
            .once('exit', resolve)
            .once('error', reject)
            .once('exit', () => clearTimeout(silence));
        }),
    ),
  ).finally(stop);
}
