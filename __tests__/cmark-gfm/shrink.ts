import { compare, type Difference } from './compare.ts';
import type { Parts } from './random-text.ts';
import type { Renderer } from './renderer.ts';

/** Removes parts and then characters of a text, while it still shows the same kind of difference. */
export async function shrink(renderer: Renderer, parts: Parts, kind: keyof Difference): Promise<string> {
  const fewer = await fewest(renderer, parts, kind);
  return (await fewest(renderer, [...fewer.join('')], kind)).join('');
}

async function fewest(renderer: Renderer, parts: Parts, kind: keyof Difference): Promise<Parts> {
  for (let size = Math.ceil(parts.length / 2); size > 0; ) {
    const all = Array.from({ length: Math.ceil(parts.length / size) }, (_, index) =>
      parts.toSpliced(index * size, size),
    );
    const differences = await compare(
      renderer,
      all.map((each) => each.join('')),
    );
    const found = all[differences.findIndex((each) => each[kind].length > 0)];
    if (found) parts = found;
    else size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return parts;
}
