import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { dispatched, sha } from './events.ts';
import { says } from './faults.ts';
import { createWorld, type World } from './world.ts';

interface Way {
  readonly name: string;
  readonly inputs?: Record<string, string>;
  readonly set?: (world: World) => unknown;
}

describe('a private repository is not compared from a public one, and none of its names gets out', () => {
  const SECRETS = ['quantum-launch', 'Merger with Initech', 'mole.hill', 'topsecretpatch'];
  const file = {
    filename: 'src/quantum-launch.ts',
    status: 'modified',
    additions: 1,
    deletions: 0,
    patch: '+topsecretpatch',
  };
  const commit = {
    sha: sha('b'),
    commit: { message: 'Merger with Initech', author: { name: 'mole.hill' } },
    author: { login: 'mole.hill' },
  };
  const comparison = {
    html_url: 'https://github.com/acme/vault/compare/v1...v2',
    status: 'ahead',
    base_commit: { sha: sha('a') },
    merge_base_commit: { sha: sha('a') },
    total_commits: 1,
    commits: [commit],
    files: [file],
  };
  const COMPARE = {
    compare: 'https://github.com/acme/vault/compare/v1...v2',
    context: 'patches',
    'issue-number': '60',
  };

  const ways: readonly Way[] = [
    { name: 'by a job' },
    { name: 'by a dry run', inputs: { 'dry-run': 'true' } },
    { name: 'when all files are excluded', inputs: { paths: 'docs/**' } },
    { name: 'when all files are excluded in a dry run', inputs: { paths: 'docs/**', 'dry-run': 'true' } },
    { name: 'with a prompt and no context', inputs: { context: 'none', prompt: 'Go' } },
    {
      name: 'when the visibility is unknown',
      set: ({ faults }) => faults.push({ on: /^GET github\/repos\/acme\/vault$/, how: says(500), times: 99 }),
    },
    {
      name: 'when its own visibility is unknown',
      set: ({ faults }) => faults.push({ on: /^GET github$/, how: says(500), times: 99 }),
    },
    { name: 'by a follow-up', inputs: { 'pull-request': 'reuse' } },
  ];
  /** All that two runs told, after the world was changed. */
  async function told({
    inputs,
    set,
  }: Omit<Way, 'name'>): Promise<{ readonly world: World; readonly leaked: readonly string[] }> {
    const world = createWorld();
    world.github.others.set('acme/vault', { description: { private: true, visibility: 'private' }, comparison });
    set?.(world);
    world.service.script = { seconds: 2 };
    const steps = [7, 8].map((run): Step => ({ event: dispatched, run, inputs: { ...COMPARE, ...inputs } }));
    const texts: string[] = [];
    for (const step of steps) texts.push((await world.run(step)).shown);
    texts.push(...world.github.comments.map(({ body }) => body));
    return { world, leaked: SECRETS.filter((secret) => texts.join('\n').includes(secret)) };
  }

  test.each(ways)('$name', async (way) => {
    expect((await told(way)).leaked).toEqual([]);
  });

  test('and the service gets none of them', async () => {
    const { world } = await told({});
    expect(world.service.jobs).toEqual([]);
  });

  test('by a comparison page of another server', async () => {
    const world = createWorld();
    const ended = await world.run({
      event: dispatched,
      inputs: { ...COMPARE, compare: 'https://evil.example/acme/vault/compare/a...b' },
    });
    expect([ended.verdict, world.requests.length]).toEqual(['error', 0]);
  });
});
