/**
 * `node scripts/check-docs.ts`: what only this project knows of its pages: links to files and
 * headings, commands and paths that exist, and the length of the README's sentences. cspell checks
 * spelling and words to avoid.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { SCENARIOS } from '../sandbox/demo/scenarios.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const { scripts: SCRIPTS } = JSON.parse(read('package.json'));
const MAX_WORDS = 30;

/** A block of code: its fence, its language, and its lines. */
const FENCED = /^ *(`{3,})(\w*).*\n((?:.*\n)*?) *\1$/gm;
const CODE = /`[^`\n]+`/g;
/**
 * A link by a name of its own is refused, because Markdown shows it as text if the name has no
 * definition.
 */
const LINK = /\]\(([^()\s]*)\)|\](\[[^\]\n]+\])|(?:href|src|srcset)="([^"\s]+)/g;

/** The problems of Markdown pages by path, one line each. */
export function problemsOfPages(pages: ReadonlyMap<string, string>): string[] {
  const anchors = new Map(
    Array.from(pages, ([path, text]) => [path, anchorsIn(text.replace(FENCED, ''))]),
  );
  return Array.from(pages).flatMap(([path, text]) => {
    const prose = text.replace(FENCED, '');
    const targets = Array.from(
      prose.replace(CODE, '').matchAll(LINK),
      ([, link, name, source = '']) => link ?? name ?? source,
    );
    const lines = [
      ...(prose.match(CODE) ?? []),
      ...[...text.matchAll(FENCED)].flatMap(commandLines),
    ];
    const problems = [
      ...targets.flatMap((target) => problemOfLink(path, target, anchors) ?? []),
      ...lines.flatMap((line) => [...missingFiles(line), ...problemsOfNpm(line)]),
      ...(path === 'README.md' ? longSentences(prose) : []),
    ];
    return problems.map((problem) => `${path}: ${problem}`);
  });
}

/** The anchors that GitHub gives to headings, and those that the page sets itself. */
function anchorsIn(prose: string): Set<string> {
  const anchors = new Set(Array.from(prose.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id));
  for (const [, heading = ''] of prose.matchAll(/^#+ (.*)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Addresses of other sites are not fetched, but must be well-formed `https`. */
function problemOfLink(
  from: string,
  target: string,
  anchors: ReadonlyMap<string, Set<string>>,
): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(target)) {
    const isFine =
      /^(https:\/\/[a-z\d-]+(\.[a-z\d-]+)+(\/|$)|mailto:)/.test(target) && URL.canParse(target);
    return isFine ? undefined : `link ${target} is not the https address of a host`;
  }
  const [, file = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(target) ?? [];
  const path =
    file === '' ? from : posix.join(file.startsWith('/') ? '.' : posix.dirname(from), file);
  if (path.startsWith('..') || !(anchors.has(path) || existsSync(path)))
    return `link ${target} names no file`;
  const isFound = anchor === undefined || !path.endsWith('.md') || anchors.get(path)?.has(anchor);
  return isFound ? undefined : `link ${target} names no heading of ${path}`;
}

/**
 * What a reader may type, of a block for a shell or without a language. Of a console, lines without
 * a prompt are output.
 */
function commandLines([, , language = '', code = '']: RegExpExecArray): string[] {
  if (!['', 'sh', 'bash', 'shell', 'console'].includes(language)) return [];
  return code.split('\n').filter((line) => language !== 'console' || line.startsWith('$ '));
}

const PATH =
  /(?<![\w./-])(?:\.\/|scripts\/|sandbox\/|__tests__\/|src\/|\.ci\/)[\w./-]*(?![\w*…<])/g;

const missingFiles = (line: string): string[] =>
  (line.match(PATH) ?? [])
    .filter((path) => !existsSync(path) && !existsSync(`__tests__/${path}.test.ts`))
    .map((path) => `no file ${path}`);

const COMMAND =
  /\bnpm (?:run (?:-s )?)?(test|start|(?<=run .*)[\w:-]+)(?: -- ((?: ?[^\s#&`]+)*))?/g;
const SOURCES = globSync('{scripts,sandbox,__tests__/{simulation,fuzz}}/**/*.ts')
  .map(read)
  .join('\n');

/**
 * Scripts that do not exist, and unknown flags and scenarios; two spaces or a hash end these,
 * because a description may follow.
 */
function problemsOfNpm(line: string): string[] {
  return [...line.matchAll(COMMAND)].flatMap(([, script = '', args = '']) => {
    if (SCRIPTS[script] === undefined) return [`no script ${script} in package.json`];
    const isKnown = (name: string) =>
      name.startsWith('--')
        ? SOURCES.includes(`'${name}'`) || SOURCES.includes(`${name.slice(2)}: { type:`)
        : script !== 'demo' || !/^[a-z]/.test(name) || SCENARIOS.has(name);
    const unknown = args.split(/[ =]/).filter((name) => !isKnown(name));
    return unknown.map((name) => `${script} knows no ${name}`);
  });
}

/** Sentences of more than 30 words in a paragraph, list item or cell; code counts as one word. */
function longSentences(prose: string): string[] {
  const text = prose.replace(CODE, 'Code').replace(/\]\([^()\s]*\)|<[^>]+>/g, '');
  return text
    .split(/(?<=[.!?][)"'”’*]*)\s+(?=[^\p{Ll}])|\n\n|^ *-|\|/mu)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
    .filter(({ length }) => length > MAX_WORDS)
    .map((words) => `sentence of ${words.length} words: "${words.slice(0, 6).join(' ')} …"`);
}

if (import.meta.main) {
  const pages = globSync(['{README,CONTRIBUTING,SECURITY}.md', 'docs/**/*.md']);
  const problems = problemsOfPages(new Map(pages.map((path) => [path, read(path)])));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
