import { parentPort, workerData } from 'node:worker_threads';
import { compare } from './compare.ts';
import { randomText } from './random-text.ts';
import { startRenderer } from './renderer.ts';

/** The texts that one thread compares: every `of`-th block. */
export interface Part {
  readonly packages: string;
  readonly seed: number;
  readonly texts: number;
  readonly index: number;
  readonly of: number;
}

const BLOCK = 500;

const { packages, seed, texts, index, of }: Part = workerData;
await using renderer = startRenderer(packages);
for (let first = index * BLOCK; first < texts; first += of * BLOCK) {
  const numbers = Array.from(
    { length: Math.min(BLOCK, texts - first) },
    (_, offset) => first + offset,
  );
  const found = await compare(
    renderer,
    numbers.map((number) => randomText(seed, number).join('')),
  );
  parentPort?.postMessage(
    found.map((difference, offset) => ({ number: first + offset, difference })),
  );
}
