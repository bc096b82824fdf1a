import { shrink } from '../support/shrink.ts';
import { compare, type Difference } from './compare.ts';
import type { Parts } from './random-text.ts';
import type { Renderer } from './renderer.ts';

/**
 * Removes parts and then characters of a text, while it still shows the same kind of difference.
 */
export async function shrinkText(
  renderer: Renderer,
  parts: Parts,
  kind: keyof Difference,
): Promise<string> {
  const differs = async (some: Parts) => {
    const [difference] = await compare(renderer, [some.join('')]);
    return difference !== undefined && difference[kind].length > 0;
  };
  const few = await shrink(parts, fewer, differs);
  return (await shrink([...few.join('')], fewer, differs)).join('');
}

function* fewer(parts: Parts): Generator<Parts> {
  for (
    let size = Math.ceil(parts.length / 2);
    size > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (let at = 0; at < parts.length; at += size) yield parts.toSpliced(at, size);
}
