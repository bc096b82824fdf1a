import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { parse } from 'yaml';
import type { Commands } from './commands.ts';
import type { PublicNames } from './names.ts';
import { type Page, type Prose, parsePage } from './page.ts';
import { stringLiterals } from './string-literals.ts';

const ACTION = v.object({ inputs: v.record(v.string(), v.unknown()), outputs: v.record(v.string(), v.unknown()) });
const PACKAGE = v.object({ name: v.string(), version: v.string(), scripts: v.record(v.string(), v.string()) });
const SCENARIOS_MODULE = v.object({ SCENARIOS: v.record(v.string(), v.unknown()) });
const VERDICTS_MODULE = v.object({ VERDICTS: v.array(v.string()) });
/** `operation` in action.yml names its values in its description. */
const OPERATION = v.object({ operation: v.object({ description: v.string() }) });

/** What the checks read of a checkout. Paths are relative to it. */
export interface Project {
  readonly name: string;
  readonly version: string;
  readonly pages: readonly Page[];
  /** The texts of the pages, the examples and action.yml. */
  readonly texts: ReadonlyMap<string, string>;
  /** The string literals of `src` and of the demo. */
  readonly literals: readonly Prose[];
  readonly names: PublicNames;
  readonly commands: Commands;
}

/** Reads the checkout below `root`. Rejects if a file is missing or lacks what the checks need. */
export async function readProject(root: string): Promise<Project> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const list = (folder: string, extension: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(extension))
      .sort()
      .map((name) => `${folder}/${name}`);
  const load = (path: string): Promise<unknown> => import(pathToFileURL(resolve(root, path)).href);

  const action: unknown = parse(read('action.yml'));
  const { inputs, outputs } = v.parse(ACTION, action);
  const { name, version, scripts } = v.parse(PACKAGE, JSON.parse(read('package.json')));
  const { SCENARIOS } = v.parse(SCENARIOS_MODULE, await load('sandbox/demo/scenarios.ts'));
  const { VERDICTS } = v.parse(VERDICTS_MODULE, await load('src/outcome.ts'));
  const { operation } = v.parse(OPERATION, inputs);
  const exists = (path: string) => existsSync(join(root, path));

  const pagePaths = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...list('docs', '.md')];
  const paths = [...pagePaths, ...list('examples', '.yml'), 'action.yml'];
  const sources = [...list('src', '.ts'), ...list('sandbox/demo', '.ts'), 'sandbox/demo.ts'];
  return {
    name,
    version,
    pages: pagePaths.map((path) => parsePage(path, read(path))),
    texts: new Map(paths.map((path) => [path, read(path)])),
    literals: sources.flatMap((path) => stringLiterals(path, read(path))),
    names: {
      inputs: Object.keys(inputs),
      outputs: Object.keys(outputs),
      verdicts: VERDICTS,
      operations: [...operation.description.matchAll(/`([\w-]+)`:/g)].map(([, value = '']) => value),
    },
    commands: {
      scripts,
      scenarios: Object.keys(SCENARIOS),
      exists,
      flagsOf: (script) =>
        flagsIn(
          sourcesOf(scripts[script] ?? '')
            .filter(exists)
            .map(read)
            .join('\n'),
        ),
    },
  };

  /** The files of a script of package.json: the one that `node` runs, its command line, and those of the folder that is named like it. */
  function sourcesOf(command: string): string[] {
    const file = /^node (?:--\S+ )*(\S+\.ts)/.exec(command)?.[1];
    if (file === undefined) return [];
    const folder = file.replace(/\.ts$/, '');
    const commandLine = /from '\.\/(\S*command-line\.ts)'/.exec(exists(file) ? read(file) : '')?.[1];
    const imported = commandLine === undefined ? [] : [file.replace(/[^/]+$/, commandLine)];
    return [file, ...imported, ...(exists(folder) ? list(folder, '.ts') : [])];
  }
}

/** The flags in a source: those that it names, such as `--help`, and the options of `parseArgs`. */
function flagsIn(source: string): string[] {
  const named = [...source.matchAll(/--[a-z][a-z-]*/g)].map(([flag]) => flag);
  const options = [...source.matchAll(/'?\b([a-z][a-z-]*)'?: \{ type: '(?:boolean|string)'/g)];
  return [...named, ...options.map(([, option = '']) => `--${option}`)];
}
