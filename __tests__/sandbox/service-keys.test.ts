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

test('a key can expire while the service runs, and a reset brings it back', async () => {
  const service = await createService({ expiredKeys: { docs_oldest: 'Expired last year.' } });
  const answerTo = async (key: string) => {
    const url = `${service.url}/v2/agent/${service.projectId}/job/job_1`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    return [response.status, Object(await response.json()).error];
  };
  expect(await answerTo(service.key)).toEqual([404, expect.any(String)]);
  service.expireKey(service.key, 'Expired just now.');
  expect(await answerTo(service.key)).toEqual([401, 'Expired just now.']);
  service.reset();
  expect(await answerTo(service.key)).toEqual([404, expect.any(String)]);
  expect(await answerTo('docs_oldest')).toEqual([401, 'Expired last year.']);
  await service.close();
});

test('a bad key is refused when the service starts', async () => {
  await expect(createService({ moreKeys: ['secret'] })).rejects.toThrow('prefix');
});
