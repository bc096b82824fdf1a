/**
 * `node scripts/check-docs.ts`: what only this project knows of its pages: links to files and headings, commands and paths that
 * exist, the action's version in workflows, and the length of the README's sentences. cspell checks spelling and words to avoid.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { htmlTree } from '../__tests__/support/rendered-markdown.ts';
import { SCENARIOS } from '../sandbox/demo/scenarios.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

const read = (path: string) => readFileSync(path, 'utf8');
const { name: ACTION, version: VERSION, scripts: SCRIPTS } = JSON.parse(read('package.json'));
const MAX_WORDS = 30;

/** Workflows that use the action in another form than its major tag with the pinned form beside it. */
export function problemsOfWorkflows(text: string): string[] {
  const uses = `v${VERSION.split('.')[0]} # or pinned: @<sha> # v${VERSION}`;
  const used = text.matchAll(new RegExp(`\\buses:\\s*\\S*/${ACTION}(?:@(.*))?$`, 'gm'));
  return [...used].flatMap(([, ref]) => (ref === uses ? [] : [`uses @${ref}, not @${uses}`]));
}

/** The problems of Markdown pages by path, one line each. */
export function problemsOfPages(pages: ReadonlyMap<string, string>): string[] {
  const parsed = Array.from(pages, ([path, text]) => {
    const elements = [...elementsBelow(htmlTree(text).childNodes)];
    return { path, text, elements, anchors: anchorsIn(elements) };
  });
  const anchors = new Map(parsed.map((page) => [page.path, page.anchors]));
  return parsed.flatMap(({ path, text, elements }) =>
    [
      ...problemsOfWorkflows(text),
      ...elements.flatMap((element) => [
        ...targetsOf(element).flatMap((target) => problemOfLink(path, target, anchors) ?? []),
        ...problemsOfCode(element),
        ...(path === 'README.md' ? longSentences(element) : []),
      ]),
    ].map((problem) => `${path}: ${problem}`),
  );
}

function* elementsBelow(nodes: readonly Node[]): Generator<Element> {
  for (const node of nodes) {
    if (!('tagName' in node)) continue;
    yield node;
    yield* elementsBelow(node.childNodes);
  }
}

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
const attributeOf = ({ attrs }: Element, name: string) => attrs.find((each) => each.name === name)?.value;

/** The anchors that GitHub gives to headings, and those that the page sets itself. */
function anchorsIn(elements: readonly Element[]): Set<string> {
  const anchors = new Set(elements.flatMap((element) => attributeOf(element, 'id') ?? []));
  for (const heading of elements.filter(({ tagName }) => /^h\d$/.test(tagName))) {
    const words = textOf(heading).toLowerCase();
    const slug = words.replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
    let count = 0;
    while (anchors.has(count === 0 ? slug : `${slug}-${count}`)) count++;
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

/** Where links and pictures lead; a `srcset` has sizes after its addresses. Markdown shows `[text][name]` without a definition as text. */
function targetsOf(element: Element): string[] {
  const sources = attributeOf(element, 'srcset')?.split(',') ?? [];
  const texts = element.childNodes.map((node) => ('value' in node && element.tagName !== 'code' ? node.value : ''));
  return [
    ...['href', 'src'].flatMap((name) => attributeOf(element, name) ?? []),
    ...sources.map((source) => source.trim().replace(/\s.*/, '')),
    ...(texts.join('').match(/\]\[[^\]]+\]/g) ?? []),
  ];
}

/** Addresses of other sites are not fetched, but must be well-formed `https`. */
function problemOfLink(from: string, target: string, anchors: ReadonlyMap<string, Set<string>>): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(target)) {
    const isFine = URL.canParse(target) && /^(https:\/\/[a-z\d-]+(\.[a-z\d-]+)+\/|mailto:)/.test(new URL(target).href);
    return isFine ? undefined : `link ${target} is not the https address of a host`;
  }
  const [, file = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(decodeURIComponent(target)) ?? [];
  const path = file === '' ? from : posix.join(file.startsWith('/') ? '.' : posix.dirname(from), file);
  if (path.startsWith('..') || !(anchors.has(path) || existsSync(path))) return `link ${target} names no file`;
  const isFound = anchor === undefined || !path.endsWith('.md') || anchors.get(path)?.has(anchor);
  return isFound ? undefined : `link ${target} names no heading of ${path}`;
}

/** Paths and commands that a reader may use: in code font, or in a block of a shell or without a language. */
function problemsOfCode(code: Element): string[] {
  const [, language = ''] = /^language-(\w+)/.exec(attributeOf(code, 'class') ?? '') ?? [];
  if (code.tagName !== 'code' || !['', 'sh', 'bash', 'shell', 'console'].includes(language)) return [];
  // Of a console, lines without a prompt are output.
  const lines = textOf(code)
    .split('\n')
    .filter((line) => language !== 'console' || line.startsWith('$ '));
  return lines.flatMap((line) => {
    const paths =
      line.match(/(?<![\w./-])(?:\.\/|scripts\/|sandbox\/|__tests__\/|src\/|\.ci\/)[\w./-]*(?![\w*…<])/g) ?? [];
    return [
      ...paths
        .filter((path) => !existsSync(path) && !existsSync(`__tests__/${path}.test.ts`))
        .map((path) => `no file ${path}`),
      ...problemsOfNpm(line),
    ];
  });
}

const COMMAND = /\bnpm (?:run (?:-s )?)?(test|start|(?<=run .*)[\w:-]+)(?: -- ((?: ?[^\s#&]+)*))?/g;

/** Scripts that do not exist, and their flags and scenarios; two spaces or a hash end these, because a description may follow. */
function problemsOfNpm(line: string): string[] {
  return [...line.matchAll(COMMAND)].flatMap(([, script = '', args = '']) => {
    if (SCRIPTS[script] === undefined) return [`no script ${script} in package.json`];
    const [, file = '', folder = ''] = /^node (?:--\S+ )*((\w+)\S*)\.\w+/.exec(SCRIPTS[script]) ?? [];
    const files = globSync([`${file}.{ts,js,mjs}`, `${file}/*.ts`, `${folder}/*/command-line.ts`]);
    const source = files.map(read).join('\n');
    const isKnown = (name: string) =>
      !name.startsWith('--')
        ? script !== 'demo' || !/^[a-z]/.test(name) || SCENARIOS.has(name)
        : source.includes(name) || source.includes(`${name.slice(2)}: { type:`);
    return args
      .split(/[ =]/)
      .filter((name) => !isKnown(name))
      .map((name) => `${script} knows no ${name}`);
  });
}

/** Sentences of more than 30 words in a paragraph, list item or cell; code counts as one word. */
function longSentences({ tagName, childNodes }: Element): string[] {
  if (!['p', 'li', 'td'].includes(tagName)) return [];
  const inline = childNodes.filter((node) => !('tagName' in node) || !['p', 'ul', 'ol', 'pre'].includes(node.tagName));
  const text = inline.map((node) => ('tagName' in node && node.tagName === 'code' ? 'Code' : textOf(node))).join('');
  return text
    .split(/(?<=[.!?][)"'”’]*)\s+(?=[^\p{Ll}])/u)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
    .filter(({ length }) => length > MAX_WORDS)
    .map((words) => `sentence of ${words.length} words: "${words.slice(0, 6).join(' ')} …"`);
}

if (import.meta.main) {
  const pages = globSync(['{README,CONTRIBUTING,SECURITY}.md', 'docs/**/*.md']);
  const workflows = globSync('examples/*.yml');
  const problems = [
    ...problemsOfPages(new Map(pages.map((path) => [path, read(path)]))),
    ...workflows.flatMap((path) => problemsOfWorkflows(read(path)).map((problem) => `${path}: ${problem}`)),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
