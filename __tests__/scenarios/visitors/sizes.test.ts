import { expect, test } from '@jest/globals';
import { countedBySets, createExportScene, type Form, rowsIn, visitorsOf } from '../../support/visitors-scene.ts';

const SEED = 5;
const FORMS: readonly Form[] = ['csv', 'ndjson', 'json'];
const SIZES = [
  { pages: 0, requests: 1 },
  { pages: 1, requests: 1 },
  { pages: 250, requests: 1 },
  { pages: 251, requests: 2 },
  { pages: 1_003, requests: 5 },
];

test.each(SIZES.flatMap((size) => FORMS.map((form) => ({ ...size, form }))))(
  '$pages pages as $form: $requests requests, every row once, exact totals',
  async ({ pages, form, requests }) => {
    await using scene = await createExportScene({ visitors: { pages, seed: SEED } });
    const { totals, rows } = countedBySets({ pages, seed: SEED });
    const file = `visitors.${form}`;
    const result = await scene.run({ 'visitors-file': file });
    expect(result).toMatchObject({ exitCode: 0, annotations: [] });
    expect(result.outputs).toMatchObject({ verdict: 'exported', visitorsFile: file, status: '', jobId: '' });
    expect(visitorsOf(result)).toEqual({
      ...{ ...totals, pages, unusable: 0, repeated: 0, missing: 0, offset: 0 },
      ...{ partial: false, nextOffset: null, dateFrom: null, dateTo: null },
    });
    expect(rows).toHaveLength(pages);
    expect(scene.files()).toEqual([file]);
    expect(rowsIn(scene.read(file), form)).toEqual(rows);
    const asked = Array.from({ length: requests }, (_, at) => ({ limit: '250', offset: `${at * 250}` }));
    expect(scene.queries()).toEqual(asked);
    expect(scene.service.requests.every(({ operation }) => operation === 'visitors')).toBe(true);
    expect(result.summary).toMatch(new RegExp(`^\\| Sent \\| ${requests} \\w+ \\|$`, 'm'));
  },
);
