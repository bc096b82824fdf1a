import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from '@jest/globals';
import { type SandboxClock, systemClock } from '../../sandbox/clock.ts';
import type { FaultForm } from '../../sandbox/http/faults.ts';
import type { StepContext } from '../../sandbox/runner/environment.ts';
import {
  runStep,
  type Step,
  type StepOptions,
  type StepResult,
} from '../../sandbox/runner/step.ts';
import { pagePath } from '../../sandbox/service/analytics/pages.ts';
import type { Site } from '../../sandbox/service/analytics/traffic.ts';
import { countVisitors, type VisitorsAnswer } from '../../sandbox/service/analytics/visitors.ts';
import { createService, type Service, type ServiceOptions } from '../../sandbox/service/service.ts';
import { createVirtualClock, type VirtualClock } from '../../sandbox/virtual-clock.ts';
import { respond } from './faults.ts';
import { startStep } from './virtual-step.ts';

export type Row = VisitorsAnswer['visitors'][number];
type Inputs = Readonly<Record<string, string>>;

/** An export on a virtual clock. */
export interface ExportScene extends BundleExportScene {
  readonly clock: VirtualClock;
}

/** A service with analytics, an empty workspace and the action's step, without GitHub. */
export interface BundleExportScene extends AsyncDisposable {
  readonly service: Service;
  readonly workspace: string;
  /** The context of the step. */
  contextOf(inputs: Inputs): StepContext;
  start(inputs?: Inputs): Step;
  /** Runs the step and waits for its result. */
  run(inputs?: Inputs): Promise<StepResult>;
  /** The paths of all files in the workspace. */
  files(): string[];
  read(path: string): string;
  /** The queries to the service, oldest first. */
  queries(): Readonly<Record<string, string>>[];
}

/** An address without a server. */
const NO_SERVER = 'http://127.0.0.1:9';

type Options = Omit<ServiceOptions, 'clock'>;

export async function createExportScene({
  today,
  ...options
}: Options & { readonly today?: number } = {}): Promise<ExportScene> {
  const clock = createVirtualClock(today);
  return { ...(await prepare(options, clock, (step) => startStep(step, clock))), clock };
}

/** A scene in real time, in which the step is a process that runs `dist`. */
export const createBundleExportScene = (options: Options = {}): Promise<BundleExportScene> =>
  prepare(options, systemClock, runStep);

async function prepare(
  options: Options,
  clock: SandboxClock,
  startStepOf: (step: StepOptions) => Step,
): Promise<BundleExportScene> {
  const service = await createService({ ...options, clock });
  const workspace = mkdtempSync(join(tmpdir(), 'workspace-'));
  const contextOf = (inputs: Inputs) => ({
    actionDir: '.',
    workspace,
    token: 'ghs_token',
    event: { name: 'schedule', payload: {} },
    github: { apiUrl: NO_SERVER, repository: 'acme/docs' },
    inputs: {
      'base-url': service.url,
      'project-id': service.projectId,
      'api-key': service.key,
      operation: 'visitors',
      ...inputs,
    },
  });
  const start = (inputs: Inputs = {}) => startStepOf(contextOf(inputs));
  return {
    service,
    workspace,
    contextOf,
    start,
    run: (inputs) => start(inputs).result,
    files: () =>
      readdirSync(workspace, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(workspace, join(parentPath, name)))
        .sort(),
    read: (path) => readFileSync(join(workspace, path), 'utf8'),
    queries: () =>
      service.requests.map(({ path }) =>
        Object.fromEntries(new URL(path, service.url).searchParams),
      ),
    async [Symbol.asyncDispose]() {
      await service.close();
      rmSync(workspace, { recursive: true });
    },
  };
}

/** The service's response to a query, without the action. */
export async function answerOf({ service }: ExportScene, query: Inputs): Promise<VisitorsAnswer> {
  const address = `${service.url}/v1/analytics/${service.projectId}/visitors?${new URLSearchParams(query)}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${service.key}` } });
  return JSON.parse(await response.text());
}

/**
 * The totals and the rows that the service has of a site. @param to the first day that is excluded.
 */
export function countSite(site: Site, from?: number, to?: number) {
  const { totals, pages, countOf } = countVisitors(site, from, to);
  return { totals, rows: pages.map((page): Row => ({ path: pagePath(page), ...countOf(page) })) };
}

/** Parses the rows of a file. */
export function rowsIn(text: string): Row[] {
  const [head, ...rows] = cellsOf(text);
  expect(head).toEqual(['path', 'human', 'ai', 'total']);
  return rows.map((cells) => {
    expect(cells).toHaveLength(4);
    const [path = '', human, ai, total] = cells;
    return { path, human: Number(human), ai: Number(ai), total: Number(total) };
  });
}

/** Parses CSV by RFC 4180. @throws if the text violates it. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new SyntaxError(`No CSV at ${at}: ${text.slice(at, at + 80)}`);
    const [, quoted, plain = '', end] = found;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** The output `visitors`. */
export const visitorsOf = ({ outputs }: StepResult): unknown => JSON.parse(outputs.visitors ?? '');

/** The output `pages`, as `fromJSON` reads it. */
export const pagesOf = ({ outputs }: StepResult): Row[] => JSON.parse(outputs.pages ?? '');

interface Part {
  readonly rows: readonly Row[];
  /** The offset to continue at. */
  readonly nextOffset: number;
  /** Why the export ended early. */
  readonly says: string | RegExp;
}

/**
 * Expects an export that ended early: log, outputs and summary say so, and the partial file has the
 * rows read.
 */
export function expectPartial(
  scene: ExportScene,
  result: StepResult,
  { rows, nextOffset, says }: Part,
): void {
  const outputs = { verdict: 'error', visitors: '', visitorsFile: '', pages: '' };
  expect(result).toMatchObject({ exitCode: 1, outputs });
  const errors = result.annotations
    .filter(({ level }) => level === 'error')
    .map(({ message }) => message);
  expect(errors).toHaveLength(1);
  for (const place of [
    errors.join('\n'),
    result.log,
    result.summary,
    result.outputs.summary ?? '',
  ]) {
    expect(place).toContain('Export incomplete');
    expect(place).toContain(
      `After ${rows.length.toLocaleString('en')} page${rows.length === 1 ? '' : 's'} `,
    );
    expect(place.replaceAll('`', '')).toContain(`offset: ${nextOffset}`);
    expect(place).toMatch(says);
    expect(place).toContain('visitors.partial.csv');
  }
  expect(scene.files()).toEqual(['visitors.partial.csv']);
  expect(rowsIn(scene.read('visitors.partial.csv'))).toEqual(rows);
}

/** A response with a page of rows, instead of the service's. */
export const page = (
  totals: Omit<Row, 'path'>,
  visitors: readonly unknown[],
  hasMore: boolean,
): FaultForm => respond(200, JSON.stringify({ totals, visitors, hasMore }));
