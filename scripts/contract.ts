/**
 * `npm run contract`: compares what the action sends and what the sandbox service answers with
 * OpenAPI descriptions of the service. See --help.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { describeApi } from '../sandbox/service/openapi.ts';
import { OPERATIONS, operationOf } from '../sandbox/service/operations.ts';
import { createWorld } from '../sandbox/world.ts';
import { type Comparison, describe, type Exchange } from './contract/description.ts';
import { checkLive } from './contract/live.ts';
import {
  JOB_SECONDS,
  playOperations,
  requestRefusals,
  SERVICE_OPTIONS,
} from './contract/requests.ts';

const RECORD = 'docs/engineering/live-check.md';
const HELP = `Compares the action and the sandbox service with OpenAPI 3 descriptions of the service.

Usage: npm run contract -- [file ...]
       npm run contract -- --live --yes

Runs the operations of the action (the bundle in dist) against the sandbox service, and requests its error answers; every request
and every answer is validated. Several files are parts of one description, for example one for jobs and one for analytics. Without a
file, the sandbox's own description is checked.

The exit code is 1 if a request or an answer is invalid, if no file describes an operation that the action uses, if an operation ends in
another way than expected, or if a file describes no operation of the interface. Statuses and fields that no description contains are
listed and are not errors. The path of a description's server is not compared: it belongs into the input \`base-url\`.

With --live, a real service is compared instead: DOCS_AGENT_URL, DOCS_PROJECT_ID and DOCS_AGENT_KEY name it. One job and one follow-up are
created, whose prompts ask to change nothing, and paid for: with Mintlify about 2 to 4 USD. The result replaces ${RECORD}.
`;

const NOT_DESCRIBED: Comparison = {
  request: [],
  answer: ['no description contains this operation'],
  unnamed: [],
};
/** The requests of this script are invalid on purpose: only their answers are compared. */
const REFUSED = 'refused';

async function check(files: readonly string[]): Promise<boolean> {
  const exchanges: Exchange[] = [];
  const violations: string[] = [];
  const unexpected: string[] = [];
  const unnamed: string[] = [];
  const unused = new Set(files);
  const descriptions = files.map((file) => describe(file, parse(readFileSync(file, 'utf8'))));
  const world = await createWorld({
    ...SERVICE_OPTIONS,
    job: { seconds: JOB_SECONDS },
    onAnswer: async (request, response) =>
      void exchanges.push({ ...request, status: response.status, answer: await response.text() }),
  });
  if (files.length === 0)
    descriptions.push(describe('sandbox/service/openapi.ts', describeApi(world.service.url)));
  /** Compares what was exchanged, each with the first description that contains its operation. */
  const compareAll = (sender: string) => {
    for (const exchange of exchanges.splice(0)) {
      const file = descriptions.find(({ compare }) => compare(exchange));
      const found = file?.compare(exchange) ?? NOT_DESCRIBED;
      const about = (text: string) =>
        `${sender}: ${nameOf(exchange)} (${exchange.status}): ${text}`;
      violations.push(
        ...[...(sender === REFUSED ? [] : found.request), ...found.answer].map(about),
      );
      unnamed.push(...found.unnamed.map(about));
      unused.delete(file?.file ?? '');
    }
  };
  try {
    for await (const { operation, expected, verdict, log } of playOperations(world)) {
      console.log(`${operation}: ${verdict}, ${exchanges.length} requests`);
      if (verdict !== expected)
        unexpected.push(`${operation}, which ought to end as ${expected}:\n${log}`);
      compareAll(operation);
    }
    await requestRefusals(world.service);
    compareAll(REFUSED);
  } finally {
    await world.close();
  }
  const problems = {
    Violations: violations,
    'Unexpected ends': unexpected,
    'Descriptions without any operation of the interface': [...unused],
  };
  for (const [title, lines] of Object.entries({
    ...problems,
    'Not named by the descriptions': unnamed,
  }))
    console.log([`\n${title}: ${lines.length || 'none'}`, ...new Set(lines)].join('\n  '));
  return Object.values(problems).every(({ length }) => length === 0);
}

function nameOf({ method, url }: Exchange): string {
  const { pathname } = new URL(url);
  const name = operationOf(method, pathname);
  return `${method} ${name === 'other' ? pathname : OPERATIONS[name].path}`;
}

/** Compares a real service with the interface, and writes the record. */
async function compareLive(isPaid: boolean): Promise<boolean> {
  const {
    DOCS_AGENT_URL: baseUrl = '',
    DOCS_PROJECT_ID: projectId = '',
    DOCS_AGENT_KEY: key = '',
  } = process.env;
  if (!URL.canParse(baseUrl) || !projectId || !key) {
    console.error('Set DOCS_AGENT_URL, DOCS_PROJECT_ID and DOCS_AGENT_KEY.');
    return false;
  }
  console.log(
    `This creates one job and one follow-up at ${new URL(baseUrl).host}, which are paid for: with Mintlify about 2 to 4 USD.`,
  );
  if (!isPaid) {
    console.error('Nothing was sent. To go on, add --yes.');
    return false;
  }
  const { record, isEqual } = await checkLive(
    { baseUrl: baseUrl.replace(/\/+$/, ''), projectId, key },
    { log: console.log, date: () => new Date(), sleep: setTimeout },
  );
  writeFileSync(RECORD, record);
  console.log(`${RECORD} was written.`);
  return isEqual;
}

const options = {
  help: { type: 'boolean', short: 'h' },
  live: { type: 'boolean' },
  yes: { type: 'boolean', default: false },
} as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
if (values.help) console.log(HELP);
else {
  const isFine = values.live ? await compareLive(values.yes) : await check(positionals);
  process.exitCode = isFine ? 0 : 1;
}
