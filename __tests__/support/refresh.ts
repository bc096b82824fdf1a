import type { ServiceFault as Fault } from '../../sandbox/service/service.ts';
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

/** A run that reports in a tracking issue. */
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

/** The parts of a prompt: the text before the fence, and the fenced sections with their headings. */
export function partsOf(prompt: string): { head: string; body: string[] }[] {
  return prompt.split(/(?:^|\n)FENCE /).map((part, at) => {
    const [head = '', ...body] = at === 0 ? [part] : part.split('\n');
    return { head, body };
  });
}

/** The most visited pages in the prompt of the first job. */
export const pagesIn = (scene: BundleScene) => partsOf(promptOf(scene)).find(({ head }) => /^the top /.test(head));

/** The queries to the analytics, in order. */
export const askedOfAnalytics = (scene: BundleScene): Record<string, string>[] =>
  requestsFor(scene, 'visitors').map(({ path }) => Object.fromEntries(new URL(path, scene.service.url).searchParams));

/** All pages of the site in the period of the action's query, as the service counts them. */
export async function countedPages(scene: BundleScene): Promise<Row[]> {
  const [period = {}] = askedOfAnalytics(scene);
  const { service } = scene;
  const query = new URLSearchParams({ ...period, offset: '0', limit: '250' });
  const answer = await fetch(`${service.url}/v1/analytics/${service.projectId}/visitors?${query}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  return JSON.parse(await answer.text()).visitors;
}

/** A fault that replaces one page of the service's analytics. */
export const analytics = (rows: readonly Row[], hasMore = false): Fault => {
  const totals = { human: 100, ai: 0, total: 100 };
  return {
    operation: 'visitors',
    kind: 'answer',
    status: 200,
    body: JSON.stringify({ totals, visitors: rows, hasMore }),
  };
};
