/**
 * `npm run contract`: compares what the action sends and what the sandbox service answers with OpenAPI descriptions of the service.
 * See --help.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { describeApi } from '../sandbox/service/openapi.ts';
import { OPERATIONS, operationOf } from '../sandbox/service/operations.ts';
import type { AnsweredRequest } from '../sandbox/service/service.ts';
import { createWorld } from '../sandbox/world.ts';
import { type Description, describe, type Exchange } from './contract/description.ts';
import { JOB_SECONDS, playOperations, requestRefusals, SERVICE_OPTIONS } from './contract/requests.ts';

const HELP = `Compares the action and the sandbox service with OpenAPI 3 descriptions of the service.

Usage: npm run contract -- [file ...]

Runs the operations of the action (the bundle in dist) against the sandbox service, and requests its error answers; every request
and every answer is validated. Several files are parts of one description, for example one for jobs and one for analytics. Without a
file, the sandbox's own description is checked.

The exit code is 1 if a request or an answer is invalid, if no file describes an operation that the action uses, if an operation ends in
another way than expected, or if a file describes no operation of the interface. Statuses and fields that no description contains are
listed and are not errors. The path of a description's server is not compared: it belongs into the input \`base-url\`.
`;

/** The requests of this script are invalid on purpose: only their answers are compared. */
const REFUSED = 'refused';

async function check(files: readonly string[]): Promise<boolean> {
  const exchanges: Exchange[] = [];
  const compared: ReturnType<typeof compare>[] = [];
  const unexpected: string[] = [];
  const serviceOptions = {
    ...SERVICE_OPTIONS,
    onAnswer: async (request: AnsweredRequest, response: Response) =>
      void exchanges.push({ ...request, status: response.status, answer: await response.text() }),
  };
  const world = await createWorld({ ...serviceOptions, job: { seconds: JOB_SECONDS } });
  try {
    const descriptions = files.map((file) => describe(file, parse(readFileSync(file, 'utf8'))));
    if (files.length === 0) descriptions.push(describe('sandbox/service/openapi.ts', describeApi(world.service.url)));
    const compareAll = (sender: string) =>
      void compared.push(...exchanges.splice(0).map((exchange) => compare(descriptions, sender, exchange)));
    for await (const { operation, expected, verdict, log } of playOperations(world)) {
      console.log(`${operation}: ${verdict}, ${exchanges.length} requests`);
      if (verdict !== expected) unexpected.push(`${operation}, which ought to end as ${expected}:\n${log}`);
      compareAll(operation);
    }
    await requestRefusals(world.service);
    compareAll(REFUSED);
  } finally {
    await world.close();
  }
  const used = new Set(compared.map(({ file }) => file));
  const problems = {
    Violations: compared.flatMap(({ violations }) => violations),
    'Unexpected ends': unexpected,
    'Descriptions without any operation of the interface': files.filter((file) => !used.has(file)),
  };
  const unnamed = compared.flatMap((each) => each.unnamed);
  for (const [title, lines] of Object.entries({ ...problems, 'Not named by the descriptions': unnamed }))
    console.log([`\n${title}: ${lines.length || 'none'}`, ...new Set(lines)].join('\n  '));
  return Object.values(problems).every(({ length }) => length === 0);
}

/** An exchange, compared with the first description that contains its operation. */
function compare(descriptions: readonly Description[], sender: string, exchange: Exchange) {
  const { method, url, status } = exchange;
  const { pathname } = new URL(url);
  const name = operationOf(method, pathname);
  const about = `${sender}: ${method} ${name === 'other' ? pathname : OPERATIONS[name].path} (${status})`;
  const linesOf = (texts: readonly string[]) => texts.map((text) => `${about}: ${text}`);
  for (const { file, compare: compareWith } of descriptions) {
    const found = compareWith(exchange);
    if (!found) continue;
    const violations = sender === REFUSED ? found.answer : [...found.request, ...found.answer];
    return { file, violations: linesOf(violations), unnamed: linesOf(found.unnamed) };
  }
  return { file: undefined, violations: linesOf(['no description contains this operation']), unnamed: [] };
}

const options = { help: { type: 'boolean', short: 'h' } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
if (values.help) console.log(HELP);
else process.exitCode = (await check(positionals)) ? 0 : 1;
