import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EventError } from '../../../src/errors.ts';
import type { Trigger, TriggerRules } from '../../../src/trigger/trigger.ts';
import { RULES, read } from '../../support/trigger-payloads.ts';

describe('the webhook payloads that GitHub documents', () => {
  const webhooks: readonly {
    readonly name: string;
    readonly examples: readonly { readonly action?: string }[];
  }[] = createRequire(import.meta.url)('@octokit/webhooks-examples');
  const payloads = webhooks.flatMap(({ name, examples }) =>
    examples.map((payload, index) => ({
      name,
      index,
      payload,
      event: [name, payload.action].filter(Boolean).join(' '),
    })),
  );
  /**
   * Rules under which the payloads' own labels and comments are requests; an event that is missing
   * in the table is none.
   */
  const OWN_WORDS: TriggerRules = { ...RULES, label: 'bug', command: 'Maybe' };
  const KINDS: Readonly<Record<string, readonly Trigger['kind'][]>> = {
    'issues labeled': ['label'],
    'pull_request labeled': ['label'],
    'pull_request opened': ['opened'],
    'pull_request reopened': ['opened'],
    'pull_request ready_for_review': ['opened'],
    'pull_request_review_comment created': ['command'],
    push: ['none'], // tags, deletions and a new branch
    'release published': ['release'],
    workflow_dispatch: ['dispatch'],
    'repository_dispatch on-demand-test': ['dispatch'],
  };

  test.each(payloads)(
    'have the trigger that the table says: $event $index',
    ({ name, event, payload }) => {
      const trigger = read(name, payload, OWN_WORDS);
      expect(KINDS[event] ?? ['none']).toContain(trigger.kind);
      expect(JSON.stringify(trigger)).not.toMatch(/undefined|\[object/);
    },
  );

  /** A payload in which one value, however deep, is another. */
  const spoilt = fc
    .record({
      at: fc.nat(payloads.length - 1),
      path: fc.array(fc.nat(30), { maxLength: 4 }),
      value: fc.jsonValue(),
    })
    .map(({ at, path, value }) => {
      const { name = '', payload } = payloads[at] ?? {};
      return { name, payload: replaced(payload, path, value) };
    });

  test('are read, or cause an error that names the field, with any value of one field', () => {
    fc.assert(
      fc.property(spoilt, ({ name, payload }) => {
        try {
          return !/undefined|\[object/.test(JSON.stringify(read(name, payload, OWN_WORDS)));
        } catch (error) {
          if (!(error instanceof EventError)) throw error;
          return true;
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

function replaced(target: unknown, [step, ...path]: readonly number[], value: unknown): unknown {
  if (step === undefined || typeof target !== 'object' || target === null) return value;
  const keys = Object.keys(target);
  const key = keys[step % keys.length] ?? 'new';
  const entries = Object.entries(target).map(([name, old]) => [
    name,
    name === key ? replaced(old, path, value) : old,
  ]);
  return Array.isArray(target) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
