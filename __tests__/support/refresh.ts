import type { Fault } from '../../sandbox/service/faults.ts';
import { byHand, requestsFor } from './conversation.ts';
import { promptOf } from './events.ts';
import type { BundleScene } from './scene.ts';

/** A row of the analytics. */
export interface Row {
  readonly path: string;
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

export const row = (path: string, total = 1): Row => ({ path, human: total, ai: 0, total });

export const WEEKLY = { window: '30d', timeout: '60s' };

/** A run that is told in a tracking issue. */
export const refresh = (
  scene: BundleScene,
  inputs: Record<string, string> = {},
  changes: Parameters<BundleScene['run']>[0] = {},
) =>
  scene.run({
    event: byHand(scene),
    ...changes,
    inputs: { ...WEEKLY, 'issue-number': String(scene.issue.number), ...inputs },
  });

/** The parts of a prompt: what stands before the fence, and then each with the line that it begins with. */
export function partsOf(prompt: string): { head: string; body: string[] }[] {
  return prompt.split(/(?:^|\n)FENCE /).map((part, at) => {
    const [head = '', ...body] = at === 0 ? [part] : part.split('\n');
    return { head, body };
  });
}

/** What the first job was told of the pages that are read most. */
export const pagesIn = (scene: BundleScene) =>
  partsOf(promptOf(scene)).find(({ head }) => / with the most /.test(head));

/** What the analytics were asked, in order. */
export const askedOfAnalytics = (scene: BundleScene): Record<string, string>[] =>
  requestsFor(scene, 'visitors').map(({ path }) => Object.fromEntries(new URL(path, scene.service.url).searchParams));

/** All pages of the site in the period that the action asked for, as the service counts them. */
export async function countedPages(scene: BundleScene): Promise<Row[]> {
  const [period = {}] = askedOfAnalytics(scene);
  const { service } = scene;
  const query = new URLSearchParams({ ...period, offset: '0', limit: '250' });
  const answer = await fetch(`${service.url}/v1/analytics/${service.projectId}/visitors?${query}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  return JSON.parse(await answer.text()).visitors;
}

/** One page of analytics, instead of the service's own. */
export const analytics = (rows: readonly Row[], hasMore = false): Fault => {
  const totals = { human: 100, ai: 0, total: 100 };
  return {
    operation: 'visitors',
    kind: 'answer',
    status: 200,
    body: JSON.stringify({ totals, visitors: rows, hasMore }),
  };
};
