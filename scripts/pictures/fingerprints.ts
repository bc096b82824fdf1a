import { createHash } from 'node:crypto';
import { PICTURES, pageOf } from './page.ts';

/** `docs/pictures.json`: the hash of each picture's page. If the action writes something else, the pictures are out of date. */
export function fingerprints(): string {
  const hashes = Object.entries(PICTURES).map(([name, render]) => {
    const pages = pageOf(render(), 'light', '') + pageOf(render(), 'dark', '');
    return [name, createHash('sha256').update(pages).digest('hex')];
  });
  return `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`;
}
