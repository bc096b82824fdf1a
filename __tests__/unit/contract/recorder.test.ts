import { expect, test } from '@jest/globals';
import { describeApi } from '../../../sandbox/service/openapi.ts';
import { createService } from '../../../sandbox/service/service.ts';
import { parseDescription } from '../../../scripts/contract/description.ts';
import { createRecorder } from '../../../scripts/contract/recorder.ts';
import { requestRefusals } from '../../../scripts/contract/refusals.ts';
import { hasFailed, renderReport } from '../../../scripts/contract/report.ts';

const PATHS = Object.keys(describeApi('http://127.0.0.1').paths);

/** Compares all operations of the sandbox with its own description, in which a path has another name. */
async function compare(renamed: string) {
  const limit = 3;
  const quota = { create: limit, followUp: limit, get: limit, visitors: limit };
  const service = await createService({ quota, otherProjects: { 'other-docs': 'docs_other_project' } });
  const api = describeApi(service.url);
  const paths = Object.entries(api.paths).map(([path, item]) => [path === renamed ? `${path}s` : path, item]);
  const text = JSON.stringify({ ...api, paths: Object.fromEntries(paths) });
  const description = parseDescription('api.json', text);
  const recorder = await createRecorder([{ description, url: service.url }], service.url);
  try {
    await requestRefusals(service, recorder.url);
    const comparison = { descriptions: [description], steps: [{ step: undefined, exchanges: recorder.exchanges }] };
    return { failed: hasFailed(comparison), report: renderReport(comparison) };
  } finally {
    await recorder.close();
    await service.close();
  }
}

test('the sandbox is compared with its own description without a violation', async () => {
  expect(await compare('')).toMatchObject({ failed: false });
});

test.each(PATHS)('a description that has %s under another path is a violation', async (path) => {
  const { failed, report } = await compare(path);
  expect(failed).toBe(true);
  expect(report).toContain('no description contains this operation');
});
