/**
 * `npm run contract`: compares what the action sends and what the sandbox service answers with OpenAPI descriptions of the service.
 * See --help.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createGitHub } from '../sandbox/github/embedded.ts';
import { describeApi } from '../sandbox/service/openapi.ts';
import { joinWorld } from '../sandbox/world.ts';
import { readDescription } from './contract/description.ts';
import { JOB_SECONDS, type PlayedStep, playOperations } from './contract/operations.ts';
import { installPrism, startPrism } from './contract/prism.ts';
import { createRecorder } from './contract/recorder.ts';
import { OTHER_PROJECT, REQUEST_LIMIT, requestRefusals } from './contract/refusals.ts';
import { type CheckedStep, hasFailed, renderReport } from './contract/report.ts';

const HELP = `Compares the action and the sandbox service with OpenAPI 3 descriptions of the service.

Usage: npm run contract -- [file ...]

Runs the five operations of the action (the bundle in dist) against the sandbox service, and requests its error answers. Prism is
between them and checks every request and every answer. Several files are parts of one description, for example one for jobs and one
for analytics. Without a file, the sandbox's own description is checked.

The exit code is 1 if a request or an answer is invalid, if no file describes an operation that the action uses, if an operation ends in
another way than expected, or if a file describes no operation of the interface. Statuses and fields that no description contains are
listed and are not errors. The path of a description's server is not compared: it belongs into the input \`base-url\`.
`;

/** More than fit into one answer, which has at most 250 rows. */
const PAGES = 600;

/** Closes what was opened, last first. */
const closing: (() => unknown)[] = [];

async function check(files: readonly string[]): Promise<boolean> {
  installPrism();
  const github = await createGitHub();
  closing.push(github.close);
  const limits = { create: REQUEST_LIMIT, followUp: REQUEST_LIMIT, get: REQUEST_LIMIT, visitors: REQUEST_LIMIT };
  const serviceOptions = {
    quota: limits,
    visitors: { pages: PAGES },
    otherProjects: { [OTHER_PROJECT.id]: OTHER_PROJECT.key },
  };
  const world = await joinWorld({ actionDir: '.', github, job: { seconds: JOB_SECONDS }, serviceOptions });
  closing.push(world.close);

  const descriptions = (files.length > 0 ? files : [writeOwnDescription(world.service.url)]).map(readDescription);
  const validators = [];
  for (const description of descriptions) {
    const prism = await startPrism(description.file, world.service.url);
    closing.push(prism.close);
    validators.push({ description, url: prism.url });
  }
  const recorder = await createRecorder(validators, world.service.url);
  closing.push(recorder.close);

  const steps: CheckedStep[] = [];
  let before = 0;
  const keep = (step?: PlayedStep) => {
    steps.push({ step, exchanges: recorder.exchanges.slice(before) });
    before = recorder.exchanges.length;
  };
  for await (const step of playOperations(world, recorder.url)) {
    console.log(`${step.operation}: ${step.verdict}`);
    keep(step);
  }
  await requestRefusals(world.service, recorder.url);
  keep();
  console.log(renderReport({ descriptions, steps }));
  return !hasFailed({ descriptions, steps });
}

function writeOwnDescription(url: string): string {
  const room = mkdtempSync(join(tmpdir(), 'contract-'));
  closing.push(() => rmSync(room, { recursive: true }));
  const file = join(room, 'sandbox.json');
  writeFileSync(file, JSON.stringify(describeApi(url)));
  return file;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
if (values.help) console.log(HELP);
else {
  try {
    process.exitCode = (await check(positionals)) ? 0 : 1;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
