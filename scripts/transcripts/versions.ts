import { existsSync, readdirSync } from 'node:fs';
import { findPackageJSON, registerHooks } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { History } from '../../__tests__/simulation/history.ts';
import { type MarkerReader, type Transcript, transcriptOf } from './transcript.ts';

/** Where the checkouts are. */
export interface Checkouts {
  readonly old: string;
  readonly new: string;
  /** The one whose simulation plays both. */
  readonly harness: string;
}

/** Plays a history with the action of one version. */
export type Play = (history: History) => Promise<Transcript>;

/**
 * Loads the simulation once per version: its imports of `src` lead to the `src` of that version. A module that belongs to a version has
 * `?version=…` in its address, and so has each that it imports.
 */
export async function loadVersions({
  harness,
  ...checkouts
}: Checkouts): Promise<Readonly<Record<'old' | 'new', Play>>> {
  const source = join(resolve(harness), 'src/');
  registerHooks({
    resolve(specifier, context, next) {
      const version = versionOf(specifier) ?? versionOf(context.parentURL);
      if (version === undefined) return next(specifier, context);
      if (!/^(\.|file:)/.test(specifier)) return next(specifier, context);
      const path = fileURLToPath(new URL(specifier, context.parentURL));
      const url = pathToFileURL(path.startsWith(source) ? within(checkouts[version], path.slice(source.length)) : path);
      return next(`${url}?version=${version}`, context);
    },
  });
  const load = async (version: 'old' | 'new'): Promise<Play> => {
    const from = (path: string) => `${pathToFileURL(join(resolve(harness), path))}?version=${version}`;
    const { simulate }: typeof import('../../__tests__/simulation/simulate.ts') = await import(
      from('__tests__/simulation/simulate.ts')
    );
    const marker: MarkerReader = await import(from('src/thread/marker.ts'));
    const octokit = dirname(findPackageJSON('@actions/github', pathToFileURL(`${resolve(checkouts[version])}/`)) ?? '');
    await import(pathToFileURL(join(octokit, 'lib/utils.js')).href); // before a virtual clock starts, as loading takes real time
    return async (history) => {
      const simulated = await simulate(history, () => {}, []);
      if (!('exchanges' in simulated)) throw new Error(`The simulation in ${harness} is too old: add --harness .`);
      return transcriptOf(simulated, marker);
    };
  };
  return { old: await load('old'), new: await load('new') };
}

function versionOf(url: string | undefined): 'old' | 'new' | undefined {
  const [, version] = /\?version=(old|new)$/.exec(url ?? '') ?? [];
  return version === 'old' || version === 'new' ? version : undefined;
}

/** A file of `src`; if it has moved, the one with the same name. */
function within(checkout: string, path: string): string {
  const folder = join(resolve(checkout), 'src');
  if (existsSync(join(folder, path))) return join(folder, path);
  const [moved = path] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (each) => basename(each) === basename(path),
  );
  return join(folder, moved);
}
