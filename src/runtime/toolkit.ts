import { appendFileSync, existsSync } from 'node:fs';
import { error, getState, info, notice, saveState, setOutput, setSecret, warning } from '@actions/core';
import type { Toolkit } from './runner.ts';

/**
 * GitHub's toolkit. Only these functions of it are in the bundle. Its job summary is not: it is half of the toolkit, and loads
 * `fs.promises` to append one text.
 */
export const toolkit: Toolkit = {
  setSecret,
  info,
  notice,
  warning,
  error,
  setOutput,
  saveState,
  getState,
  appendToFile(file, text) {
    if (!existsSync(file))
      throw new Error('The runner creates its files before the step begins, and this one is missing.');
    appendFileSync(file, text);
  },
};
