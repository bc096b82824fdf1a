import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PYTHON } from '../../scripts/install/tools.ts';

export interface Renderer extends AsyncDisposable {
  /** The HTML of each text. One call at a time. */
  render(texts: readonly string[]): Promise<readonly string[]>;
}

/**
 * Starts cmark-gfm, GitHub's own parser, in a process of its own. @param packages the folder with
 * the package `cmarkgfm`
 */
export function startRenderer(packages: string): Renderer {
  const script = new URL('render.py', import.meta.url).pathname.replace(/^\/(?=\w:)/, '');
  const env = { ...process.env, PYTHONPATH: packages, PYTHONIOENCODING: 'utf-8' };
  const python = spawn(PYTHON, [script], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(python, 'exit');
  const answers = createInterface(python.stdout)[Symbol.asyncIterator]();
  return {
    async render(texts) {
      python.stdin.write(`${JSON.stringify(texts)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error('cmark-gfm ended without an answer.');
      return JSON.parse(value);
    },
    async [Symbol.asyncDispose]() {
      python.stdin.end();
      await ended;
    },
  };
}
