import { createService } from '../../sandbox/service/service.ts';
import type { Scene } from './scene.ts';

/** A project after a key rotation: the key that created its first jobs, and the current key. Both are valid. */
export async function createKeyChange(seconds: number, { clock }: Pick<Scene, 'clock'>) {
  const key = 'docs_younger';
  const older = 'docs_older';
  const service = await createService({ key, moreKeys: [older], job: { seconds }, clock });
  const inputsWith = (apiKey: string) => ({ 'base-url': service.url, 'api-key': apiKey, timeout: '30s' });
  return {
    service,
    older: inputsWith(older),
    younger: { ...inputsWith(key), 'previous-api-key': older },
    /** Only the current key. */
    alone: inputsWith(key),
    sent: () =>
      ['create', 'follow-up'].map((op) => service.requests.filter(({ operation }) => operation === op).length),
    [Symbol.asyncDispose]: () => service.close(),
  };
}
