/**
 * The errors of the action, for docs/troubleshooting.md: each message and its fix as the sources have them. `…` is what differs from run to
 * run, and ` / ` separates alternatives.
 */

import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { EventError, ExportError, GitHubError, InputError, RunnerError, ServiceError } from '../src/errors.ts';
import { failedRead, failureFrom, RequestFailure } from '../src/github/answers.ts';
import { TransportError } from '../src/http/transport-error.ts';
import { errorFromResponse } from '../src/service/answer-errors.ts';

/** A node of a syntax tree, whose fields depend on its type. */
type Node = ReturnType<typeof Object>;

const files = globSync('src/**/*.ts').sort();
const trees = files.map((path) => [...nodesBelow(parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript' }))]);
const variablesIn = (nodes: readonly Node[]) => nodes.filter(({ type }) => type === 'VariableDeclarator');
/** Constants in capitals have one meaning in all files. */
const constants = variablesIn(trees.flat()).filter(({ id }) => /^[A-Z_]+$/.test(id.value));

function* nodesBelow(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  yield node;
  for (const inner of Object.values(node)) yield* nodesBelow(inner);
}

/** Reads the expressions of one file. @param nodes of its syntax tree. */
function readerOf(nodes: readonly Node[]) {
  const variables = variablesIn(nodes);

  /** The value of a name: of the last variable before its use, or of a constant. That of a destructured one is unknown. */
  function meaningOf({ value: name, span }: Node): Node {
    const isNamed = ({ id }: Node) => id.value === name || id.properties?.some(({ key }: Node) => key?.value === name);
    const before = variables.findLast((each) => isNamed(each) && each.span.start < span.start);
    const found = before ?? constants.find(({ id }) => id.value === name);
    return found?.id.value === name ? found.init : {};
  }

  /** The text that an expression makes. */
  function textOf(node: Node): string {
    switch (node.type) {
      case 'StringLiteral':
        return node.value;
      case 'TemplateLiteral':
        return node.quasis
          .map(({ cooked }: Node, at: number) => cooked + (node.expressions[at] ? textOf(node.expressions[at]) : ''))
          .join('')
          .replace(/…+/g, '…');
      case 'ConditionalExpression':
        return [node.consequent, node.alternate].map(textOf).filter(Boolean).join(' / ');
      case 'BinaryExpression':
        return node.operator === '+' ? textOf(node.left) + textOf(node.right) : '…';
      case 'Identifier':
        return textOf(meaningOf(node));
      default:
        return '…';
    }
  }

  /** The fix of an error. If it is passed on under the name of constants of the file, it is one of these. */
  function fixOf(node: Node): string {
    const passedOn = node.type === 'Identifier' ? variables.filter(({ id }) => id.value === node.value) : [];
    return textOf(node) === '…' && passedOn.length > 0
      ? passedOn.map(({ init }) => textOf(init)).join(' / ')
      : textOf(node);
  }

  /** The headline in the options of an error; empty if it is that of its kind, or differs from run to run. */
  function headlineOf(options: Node | undefined): string {
    if (options?.type === 'Identifier') return headlineOf(meaningOf(options));
    const found = options?.properties?.map(({ type, key, value, arguments: spread }: Node) => {
      if (type === 'SpreadElement') return headlineOf(spread);
      return key?.value === 'headline' && value.type === 'StringLiteral' ? value.value : '';
    });
    return found?.find(Boolean) ?? '';
  }

  return { textOf, fixOf, headlineOf };
}

/** Message and fix of each error of a class. */
const constructed = (name: string): string[][] =>
  trees.flatMap((nodes) => {
    const { textOf, fixOf, headlineOf } = readerOf(nodes);
    return nodes
      .filter(({ type, callee }) => type === 'NewExpression' && callee.value === name)
      .map((call) => call.arguments.map(({ expression }: Node) => expression))
      .map(([message, fix, options]) => {
        const headline = headlineOf(options);
        return [`${headline && `**${headline}:** `}${textOf(message)}`.replaceAll('\n', '<br>'), fixOf(fix)];
      });
  });

/** Message and fix of contradictions between inputs: lists of a test, two texts and perhaps a headline. */
const contradictions = (): string[][] =>
  trees.flatMap((nodes) => {
    const { textOf } = readerOf(nodes);
    return nodes
      .filter(({ type, elements }) => type === 'ArrayExpression' && elements.length >= 3)
      .map(({ elements }) => elements.map((each: Node) => each?.expression ?? {}))
      .filter(([test, message]) => test.type === 'ArrowFunctionExpression' && message.type === 'StringLiteral')
      .map(([, message, fix, headline]) => [
        `${headline ? `**${textOf(headline)}:** ` : ''}${textOf(message)}`,
        textOf(fix),
      ]);
  });

/** Messages and fixes, once each, by the headline of their kind. A message that another function makes is not among them. */
export function errorsByKind(): [headline: string, rows: string[][]][] {
  const kinds = [InputError, EventError, RunnerError, ServiceError, GitHubError, ExportError];
  return kinds.map((kind) => {
    const rows = [...constructed(kind.name), ...(kind === InputError ? contradictions() : [])];
    const isNew = ([text = '']: string[], at: number) =>
      /\w/.test(text) && rows.findIndex(([other]) => other === text) === at;
    return [new kind('', '').headline, rows.filter(isNew)];
  });
}

/** Status, headline and fix of answers of the service. */
export function serviceAnswers(): string[][] {
  const url = new URL('https://api.example.com');
  const rowOf = (status: number, purpose: 'create' | 'follow-up') => {
    const response = { status, headers: new Map<string, string>(), body: Buffer.alloc(0) };
    const connection = { baseUrl: url, apiKey: 'key' };
    const { headline, remedy } = errorFromResponse(response, { url, purpose }, connection);
    const shown = status === 500 ? '5xx' : String(status);
    return [
      `${shown}${purpose === 'create' ? '' : ' to a follow-up'}`,
      headline.replace(String(status), shown),
      remedy,
    ];
  };
  const ofCreate = [400, 401, 402, 403, 404, 409, 413, 500].map((status) => rowOf(status, 'create'));
  return [...ofCreate, rowOf(404, 'follow-up'), rowOf(409, 'follow-up')];
}

/** Headline, reason and fix of answers of GitHub. */
export const githubAnswers = (): string[][] =>
  [
    { status: 401 },
    { status: 403 },
    { status: 403, response: { headers: { 'x-ratelimit-remaining': '0' }, data: null } },
    { status: 502 },
    { status: 500, cause: new TransportError('redirect', 'GitHub redirected to another host') },
  ]
    .map((fields) => failureFrom(Object.assign(new Error(), fields)))
    .filter((failure) => failure instanceof RequestFailure)
    .map((failure) => {
      const { headline, remedy } = failedRead('it', failure);
      return [headline, failure.message, remedy];
    });
