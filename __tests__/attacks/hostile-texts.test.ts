import { expect, test } from '@jest/globals';
import type { DefaultTreeAdapterTypes } from 'parse5';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import { botComments } from '../support/conversation.ts';
import { alice, pushIn, say, withIssue } from '../support/events.ts';
import { onService, respond } from '../support/faults.ts';
import { htmlTree } from '../support/rendered-markdown.ts';
import { createScene, type Scene } from '../support/scene.ts';

/** What would come to life on GitHub's page. */
const ALIVE: readonly (readonly string[])[] = [
  [
    '@octocat and @acme/owners',
    'Fixes #1, closes acme/app#2, resolves GH-3',
    'https://github.com/acme/app/issues/4',
  ],
  [
    '<img src=x onerror=alert(1)>',
    '![x](https://evil.example/x.png)',
    '[click](https://evil.example)',
  ],
  [
    '<b>@octocat</b>',
    'https://evil.example',
    'www.evil.example',
    '<https://evil.example>',
    'x@evil.example',
  ],
  ['[x][y]\n\n[y]: https://evil.example', '</sub><h1>Merged</h1>', '</details><details open>'],
  ['<script>x</script>', '<a href=//evil.example>x', '--> shown', '<!-- hidden'],
  ['`', '``` \n# x'],
  ['~~~\n@octocat', '> @octocat', '# Heading', 'Heading\n====='],
  [
    '| a | b |\n|--|--|\n| @octocat | c |',
    '- [ ] task',
    '* * *',
    '\\@octocat \\[x](https://evil.example)',
  ],
  [
    '&#64;octocat &lt;img&gt;',
    '\u202e@tacotco\u202c',
    '@\u200boctocat',
    '`@octocat` `` @octocat `',
  ],
  [
    '**✅ Pull request ready: [x](https://evil.example)**',
    '[^1]\n\n[^1]: @octocat',
    '\r\n\r\n# @octocat',
  ],
];
/** What a runner would take for commands. */
const COMMANDS: readonly (readonly string[])[] = [
  [
    '::add-mask::a',
    'x\n::error::x',
    'x\r::set-output name=verdict::x',
    '%0A::stop-commands::t',
    '##[add-mask]x',
  ],
  [
    'x ##[error]x',
    '\u2028::error::x',
    ':\u200b:error::x',
    ': :error::x',
    '::\u00aderror::x',
    '#\u200b#[error]x',
  ],
  ['\x1b[2K::error::x'],
];

interface Place {
  readonly name: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** @returns the event. */
  put(scene: Scene, text: string): Promise<GitHubEvent> | GitHubEvent;
}

const PLACES: readonly Place[] = [
  { name: 'a title', put: (scene, title) => withIssue(scene, { title }) },
  { name: 'a body', put: (scene, body) => withIssue(scene, { body: `Hello.\n\n${body}` }) },
  {
    name: 'a body, in a dry run',
    inputs: { 'dry-run': 'true' },
    put: (scene, body) => withIssue(scene, { body: `Hello.\n\n${body}` }),
  },
  { name: 'a command', put: (scene, text) => say(scene, `/docs explain ${text}`) },
  {
    name: 'an error of the service',
    put(scene, error) {
      onService(scene, 'create', respond(400, JSON.stringify({ error })));
      return scene.event;
    },
  },
  {
    name: 'a job’s model and source',
    put(scene, text) {
      const job = {
        id: 'job_1',
        prLink: null,
        model: text,
        source: { repository: text, ref: text },
      };
      onService(scene, 'create', respond(201, JSON.stringify({ ...job, status: 'failed' })));
      return scene.event;
    },
  },
  {
    name: 'a path in the analytics',
    inputs: { window: '30d' },
    put(scene, path) {
      const visitors = [{ path, human: 1, ai: 0, total: 1 }];
      const totals = { human: 1, ai: 0, total: 1 };
      onService(
        scene,
        'visitors',
        respond(200, JSON.stringify({ totals, visitors, hasMore: false })),
      );
      return scene.event;
    },
  },
  {
    name: 'a file name, a commit and its patch',
    inputs: { 'issue-number': '1', context: 'patches' },
    async put(scene, text) {
      await alice(scene).commit({ [`src/${text}`]: `${text}\n` }, text);
      return pushIn(scene);
    },
  },
];

const isCommand = (line: string) => /^\s*::|##\[/.test(line) || line.includes('\u001b');

/** What the log, the summary, the outputs and the comments make of a text. */
async function problemsOf({ put, inputs = {} }: Place, text: string): Promise<string[]> {
  await using scene = await createScene();
  const event = await put(scene, text);
  const result = await scene.run({ event, run: { id: 8 }, inputs: { timeout: '1m', ...inputs } });
  const comments = (await botComments(scene)).map(({ prose }) => prose);
  const pages = [result.summary, ...comments];
  const lines = result.rawLog.split(/[\n\r\u2028\u2029]/).filter(isCommand);
  // The runner's own commands, for what the action says.
  const forged = lines.filter(
    (line) => !/^::(add-mask|error|warning|notice|group|endgroup|debug)( .*)?::/.test(line),
  );
  const named = result.commands.filter(({ message }) => /^[xat]$/.test(message));
  // A script may print this output, which is plain text.
  const printed = (result.outputs.summary ?? '').split(/[\n\r\u2028\u2029]/).filter(isCommand);
  return [
    ...pages.flatMap(liveIn),
    ...forged,
    ...printed,
    ...named.map(({ name }) => `the command ${name}`),
  ];
}

test.each(PLACES)(
  'nothing comes to life that is in $name, and no line of the log is a command',
  async (place) => {
    const usual = new Set(await problemsOf(place, 'harmless'));
    const found: string[] = [];
    for (const texts of [...ALIVE, ...COMMANDS]) {
      const text = texts.join(place.name === 'a title' ? ' ' : '\n\n');
      const problems = await problemsOf(place, text);
      found.push(
        ...problems
          .filter((problem) => !usual.has(problem))
          .map((problem) => `${text} → ${problem}`),
      );
    }
    expect(found).toEqual([]);
  },
);

/** Elements that the action's own Markdown makes; a job summary has one heading. */
const OWN = new Set(
  'p strong em sub br blockquote a code pre details summary ul ol li table thead tbody tr th td hr h2'.split(
    ' ',
  ),
);
const LIVE: Readonly<Record<string, RegExp>> = {
  'a mention': /(^|[^\w`])@[a-z\d]/i,
  'a reference': /#\d|\bgh-\d/i,
  'a command of ours': /^\s*\/docs/,
};

type Node = DefaultTreeAdapterTypes.Node;

/** What Markdown would bring to life on GitHub's page, and should not. */
function liveIn(markdown: string): string[] {
  const nodes = nodesOf(htmlTree(markdown));
  const headings = nodes.filter(({ nodeName }) => nodeName === 'h2').slice(1);
  return [
    ...nodes.flatMap(liveNode),
    ...headings.map((node) => `a second heading: ${textOf(node)}`),
  ];
}

/** Nothing lives in code, and no reference in the text of a link. */
const nodesOf = (node: Node): Node[] =>
  !/^(code|a)$/.test(node.nodeName) && 'childNodes' in node
    ? [node, ...node.childNodes.flatMap(nodesOf)]
    : [node];

function liveNode(node: Node): string[] {
  if ('value' in node)
    return Object.entries(LIVE).flatMap(([name, form]) =>
      form.test(node.value) ? [`${name}: ${node.value}`] : [],
    );
  if (node.nodeName === 'a' && 'attrs' in node) {
    const address = node.attrs.find(({ name }) => name === 'href')?.value ?? '';
    return /^http:\/\/127\.0\.0\.1:\d+\/acme\/docs\//.test(address) ? [] : [`a link to ${address}`];
  }
  return node.nodeName.startsWith('#') || OWN.has(node.nodeName)
    ? []
    : [`an element ${node.nodeName}: ${textOf(node)}`];
}

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
