import { expect, test } from '@jest/globals';
import { createService } from '../../sandbox/service/service.ts';

test('a project can have more than one key, and all of them see the same jobs', async () => {
  const service = await createService({ moreKeys: ['docs_older'] });
  const jobs = `${service.url}/v2/agent/${service.projectId}/job`;
  const ask = (key: string, path = '', init: RequestInit = {}) =>
    fetch(jobs + path, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } });
  const created = await ask('docs_older', '', { method: 'POST', body: '{"prompt":"x"}' });
  const { id } = Object(await created.json());
  expect((await ask(service.key, `/${id}`)).status).toBe(200);
  expect((await ask('docs_oldest', `/${id}`)).status).toBe(401);
  await service.close();
});

test('a bad key is refused when the service starts', async () => {
  await expect(createService({ moreKeys: ['secret'] })).rejects.toThrow('prefix');
});
