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
const nodes = files.flatMap((path) => [
  ...nodesBelow(parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript' }), path),
]);
const variables = nodes.filter(({ type }) => type === 'VariableDeclarator');

function* nodesBelow(node: unknown, path: string): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  yield Object.assign(node, { path });
  for (const inner of Object.values(node)) yield* nodesBelow(inner, path);
}

/** The value of a name: of the last variable before it in its file, or of a constant in capitals, which has one meaning in all files. */
function initOf({ value: name, path, span }: Node): Node {
  const isMeant = (each: Node) => (each.path === path ? each.span.start < span.start : /^[A-Z_]+$/.test(name));
  return variables.findLast((each) => each.id.value === name && isMeant(each))?.init ?? {};
}

/** The text that an expression makes; `…` for what is neither written there nor in a variable. */
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
      return textOf(node.left) + textOf(node.right);
    case 'Identifier':
      return textOf(initOf(node));
    default:
      return '…';
  }
}

/** Message and fix of each `new Kind(message, fix, { headline })`, and of each contradiction `[test, message, fix, headline]` of inputs. */
function rowsOf(kind: string): string[][] {
  return nodes
    .map(({ type, callee, arguments: given, elements }): Node[] => {
      if (type === 'NewExpression' && callee.value === kind) return given.map(({ expression }: Node) => expression);
      const [test, ...texts] = type === 'ArrayExpression' ? elements.map((each: Node) => each?.expression ?? {}) : [];
      return kind === InputError.name && test?.type === 'ArrowFunctionExpression' ? texts : [];
    })
    .filter(([message, fix]) => message && fix && /\w/.test(textOf(message)) && /\w/.test(textOf(fix)))
    .map(([message, fix, last]) => {
      const options = last?.type === 'Identifier' ? initOf(last) : last;
      const properties = options?.properties?.flatMap((each: Node) =>
        each.type === 'SpreadElement' ? (initOf(each.arguments).properties ?? []) : each,
      );
      const given = properties?.find(({ key }: Node) => key?.value === 'headline')?.value ?? options ?? {};
      const headline = given.type === 'StringLiteral' ? `**${given.value}:** ` : '';
      return [`${headline}${textOf(message)}`.replaceAll('\n', '<br>'), textOf(fix)];
    });
}

/** Messages and fixes, once each, by the headline of their kind. */
export const errorsByKind = (): [headline: string, rows: string[][]][] =>
  [InputError, EventError, RunnerError, ServiceError, GitHubError, ExportError].map((kind) => [
    new kind('', '').headline,
    [...new Map(rowsOf(kind.name).map((row) => [row[0], row])).values()],
  ]);

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
