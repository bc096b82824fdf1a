/**
 * Compares the sanitizer with GitHub's own Markdown parser (cmark-gfm) and an HTML parser, on
 * random texts (`__tests__/cmark-gfm`).
 *
 *     npm run sanitizer -- --seed 1 --texts 40000
 *     npm run sanitizer -- --documents FOLDER      the Markdown files in a folder, word by word
 *
 * Fails if a sentence that the page hides is left, if a sentence that is left is hidden on the new
 * page, or if more than 0.1 % of the texts lose a visible one. The first differences of each kind
 * are shrunk and printed.
 */
import { parseArgs } from 'node:util';
import type { Difference } from '../__tests__/cmark-gfm/compare.ts';
import { compareDocuments } from '../__tests__/cmark-gfm/documents.ts';
import { randomText } from '../__tests__/cmark-gfm/random-text.ts';
import { startRenderer } from '../__tests__/cmark-gfm/renderer.ts';
import { shrinkText } from '../__tests__/cmark-gfm/shrink.ts';
import { sanitize } from '../src/sanitize/index.ts';
import { installPythonPackages } from './install/tools.ts';
import { inWorkers } from './workers.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    texts: { type: 'string', default: '40000' },
    show: { type: 'string', default: '5' },
    documents: { type: 'string' },
  },
});
const seed = Number(values.seed);
const texts = Number(values.texts);
/** The share of texts that may lose a visible sentence. */
const MAX_LOST = 0.001;
const KINDS = ['leaked', 'buried', 'lost'] as const;

const began = Date.now();
const packages = installPythonPackages('cmark-gfm');

async function compareRandomTexts(): Promise<void> {
  /** The numbers of the texts with a difference, by its kind. */
  const found: Record<keyof Difference, number[]> = { leaked: [], buried: [], lost: [] };
  const module = new URL('../__tests__/cmark-gfm/part.ts', import.meta.url);
  await inWorkers<{ number: number; difference: Difference }[]>(
    module,
    { packages, seed, texts },
    (block) => {
      for (const { number, difference } of block)
        for (const kind of KINDS) if (difference[kind].length > 0) found[kind].push(number);
    },
  );
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  const share = ((100 * found.lost.length) / texts).toFixed(3);
  console.log(`${texts} texts of seed ${seed} in ${seconds} s: hidden sentences left in ${found.leaked.length}, hidden again in \
${found.buried.length}, visible sentences lost in ${found.lost.length} (${share} %)`);
  for (const kind of KINDS) {
    for (const number of found[kind]
      .sort((one, other) => one - other)
      .slice(0, Number(values.show))) {
      const text = await shrinkText(renderer, randomText(seed, number), kind);
      console.log(
        `${kind} ${number}: ${JSON.stringify(text)}\n    → ${JSON.stringify(sanitize(text).text)}`,
      );
    }
  }
  if (found.leaked.length + found.buried.length > 0 || found.lost.length > MAX_LOST * texts)
    process.exitCode = 1;
}

async function compareAll(folder: string): Promise<void> {
  const all = await compareDocuments(renderer, folder);
  const shown = (words: readonly string[]) => words.slice(0, 12).join(' ');
  for (const { name, lost, leaked } of all)
    if (lost.length + leaked.length > 0)
      console.log(`${name}: lost ${shown(lost)} | leaked ${shown(leaked)}`);
  const [lost, leaked] = (['lost', 'leaked'] as const).map(
    (kind) => all.flatMap((each) => each[kind]).length,
  );
  console.log(`${all.length} files: ${lost} words lost, ${leaked} leaked`);
}

await using renderer = startRenderer(packages);
await (values.documents === undefined ? compareRandomTexts() : compareAll(values.documents));
