import type { Service } from '../../sandbox/service/service.ts';

/** Accepted requests per operation: enough for the operations of the action, and used up quickly here. */
export const REQUEST_LIMIT = 20;

/** The key of another project, whose requests count apart. */
export const OTHER_PROJECT = { key: 'docs_other_project', id: 'other-docs' };

/** Gets each error answer of the sandbox service once. The action's operations lead to few of them. */
export async function requestRefusals({ key, projectId }: Service, baseUrl: string): Promise<void> {
  const other = OTHER_PROJECT.id;
  const agent = (project: string) => `/v2/agent/${project}/job`;
  const visitors = (project: string, query = '') => `/v1/analytics/${project}/visitors${query}`;

  const send = async (path: string, options: SentOptions = {}) => {
    const { body, key: sentKey = key, type = 'application/json' } = options;
    const answer = await fetch(baseUrl + path, {
      headers: { authorization: `Bearer ${sentKey}`, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { method: 'POST', body }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const repeatUntilLimited = async (path: string, options: SentOptions = {}) => {
    for (let sent = 0; sent <= REQUEST_LIMIT; sent++) if ((await send(path, options)) === 429) return;
  };

  const prompt = '{"prompt":"Explain it."}';
  for (const path of [agent(projectId), `${agent(projectId)}/unknown/message`]) {
    await send(path, { body: '{"prompt":""}' });
    await send(path, { body: prompt, type: 'text/plain' });
    await send(path, { body: JSON.stringify({ prompt: 'x'.repeat(1024 * 1024) }) });
  }
  await send(visitors(projectId, '?limit=0'));
  for (const { path, body } of [
    { path: (project: string) => agent(project), body: prompt },
    { path: (project: string) => `${agent(project)}/unknown/message`, body: prompt },
    { path: (project: string) => `${agent(project)}/unknown`, body: undefined },
    { path: (project: string) => visitors(project), body: undefined },
  ]) {
    await send(path(projectId), { body, key: 'docs_unknown' });
    await send(path(projectId), { body, key: OTHER_PROJECT.key });
    await send(path('unknown'), { body });
  }

  const created = await fetch(baseUrl + agent(other), {
    method: 'POST',
    headers: { authorization: `Bearer ${OTHER_PROJECT.key}`, 'content-type': 'application/json' },
    body: prompt,
  });
  const id = String(Object(await created.json()).id);
  const limited = { key: OTHER_PROJECT.key };
  await repeatUntilLimited(agent(other), { ...limited, body: prompt });
  await repeatUntilLimited(`${agent(other)}/${id}/message`, { ...limited, body: prompt });
  await repeatUntilLimited(`${agent(other)}/${id}`, limited);
  await repeatUntilLimited(visitors(other), limited);
}

interface SentOptions {
  readonly body?: string | undefined;
  readonly key?: string;
  readonly type?: string;
}
