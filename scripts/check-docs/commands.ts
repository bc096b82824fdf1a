import { visit } from 'unist-util-visit';
import type { Finding } from './finding.ts';
import { lineOf, type Page } from './page.ts';

/** What commands in pages may name. */
export interface Commands {
  /** The scripts of package.json. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The scenarios of `npm run demo`. */
  readonly scenarios: readonly string[];
  /** The flags that a script of package.json takes, such as `--help`. */
  readonly flagsOf: (script: string) => readonly string[];
  /** Whether a path, relative to the repository, is a file or folder. */
  readonly exists: (path: string) => boolean;
}

/** Finds commands, in blocks and in code font, that name a script, scenario, flag or file that does not exist. */
export function brokenCommands(pages: readonly Page[], known: Commands): Finding[] {
  return pages.flatMap((page) =>
    commandsOf(page).flatMap(({ command, line }) =>
      problemsOf(command, known).map((problem) => ({ path: page.path, line, problem: `\`${command}\`: ${problem}` })),
    ),
  );
}

interface Command {
  readonly command: string;
  readonly line: number;
}

const SHELLS = ['sh', 'bash', 'shell', 'console'];

function commandsOf({ tree }: Page): Command[] {
  const commands: Command[] = [];
  visit(tree, (node) => {
    const line = lineOf(node);
    if (node.type === 'inlineCode' && node.value.startsWith('npm ')) commands.push({ command: node.value, line });
    if (node.type !== 'code') return;
    for (const [index, text] of node.value.split('\n').entries()) {
      const command = commandIn(text, node.lang ?? '');
      if (command) commands.push({ command, line: line + 1 + index });
    }
  });
  return commands;
}

/**
 * The command of a line in a block, without its comment. In a `console` block, a command follows the prompt `$`, and other lines are
 * output. In a block without a language, only lines with npm are commands; two spaces end them, because a description may follow.
 */
function commandIn(line: string, language: string): string | undefined {
  if (language === '') return /^npm (?: ?\S)+/.exec(line)?.[0].replace(/ +#.*/, '');
  if (!SHELLS.includes(language) || (language === 'console' && !line.startsWith('$ '))) return undefined;
  return line
    .replace(/^\$ /, '')
    .replace(/(^|\s+)#.*/, '')
    .trim();
}

function problemsOf(command: string, known: Commands): string[] {
  return command.split(/\s*(?:&&|\|\||[;|])\s*/).flatMap((part) => {
    const [program = '', ...args] = part.split(/\s+/);
    if (program === 'npm') return npmProblems(args, known);
    const file =
      program === 'node' ? args.find((arg) => !arg.startsWith('-')) : program.includes('/') ? program : undefined;
    return file === undefined || known.exists(file) ? [] : [`no file ${file}`];
  });
}

function npmProblems([verb = '', ...rest]: readonly string[], known: Commands): string[] {
  const isRun = verb === 'run';
  if (!isRun && verb !== 'test' && verb !== 'start') return [];
  const [script = '', ...args] = isRun ? rest : [verb, ...rest];
  if (!Object.hasOwn(known.scripts, script)) return [`no script ${script} in package.json`];
  const afterDashes = args.indexOf('--') < 0 ? [] : args.slice(args.indexOf('--') + 1);
  // `[scenario]`, `NAME` and `…` stand for what the reader puts there.
  const scenarios = script === 'demo' ? afterDashes.filter((arg) => /^[a-z]/.test(arg)) : [];
  const flags = afterDashes.filter((arg) => arg.startsWith('--')).map((flag) => flag.replace(/=.*/, ''));
  return [
    ...scenarios.filter((name) => !known.scenarios.includes(name)).map((name) => `no scenario ${name}`),
    ...flags.filter((flag) => !known.flagsOf(script).includes(flag)).map((flag) => `no flag ${flag} of ${script}`),
  ];
}
