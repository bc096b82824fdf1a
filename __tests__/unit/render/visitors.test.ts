import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { outcomeOf, outputsOf, said, summaryOf } from '../../support/rendered-export.ts';
import { partial, sampleSurvey } from '../../support/sample-exports.ts';

const problem = new ServiceError('The service answered 502: “Bad gateway”.', 'Try again later.');

describe('a whole export is reported', () => {
  const whole = outcomeOf(sampleSurvey({ leftOut: 3 }), 'out/visitors.csv');

  test('in the log', () => {
    expect(said(whole)).toMatchInlineSnapshot(`
{
  "level": "log",
  "lines": [
    "📊 exported: Visitor analytics exported · 23 October – 21 November 2026 (30 days)",
    "5,800 visitors: 4,120 people, 1,903 AI agents (33 % of all); 1,003 pages read.",
    "Written to \`out/visitors.csv\`.",
  ],
}
`);
  });

  test('in the job summary', () => {
    expect(summaryOf(whole)).toMatchInlineSnapshot(`
"## 📊 Visitor analytics exported · 23 October – 21 November 2026 (30 days)

5,800 visitors: 4,120 people, 1,903 AI agents (33 % of all); 1,003 pages read.  
Written to \`out/visitors.csv\`.  

| Item | Value |
|---|---|
| Verdict | \`exported\` |
| Pages | 1,003 read, 3 excluded from the ranking |
| API requests | 5 analytics |

### Top 3 of 1,000 selected pages by visitors

| # | Page | 🟦 People 🟧 AI agents | Visitors | People | AI agents |
|---:|---|---|---:|---:|---:|
| 1 | \`/docs\` | 🟦🟦🟦🟦🟦🟦🟧🟧 | 1,200 | 900 | 400 |
| 2 | \`/docs/install\` | 🟦🟦🟦 | 500 | 500 | 0 |
| 3 | \`/blog\` | 🟧 | 1 | 0 | 1 |
"
`);
  });

  test('in the outputs', () => {
    const { visitors, visitorsFile, pages, verdict, jobId, swept } = outputsOf(whole);
    expect({ verdict, visitorsFile, jobId, swept }).toEqual({
      verdict: 'exported',
      visitorsFile: 'out/visitors.csv',
      jobId: '',
      swept: '',
    });
    expect(visitors).toMatchInlineSnapshot(
      `"{"human":4120,"ai":1903,"total":5800,"pages":1003,"unusable":0,"repeated":0,"offset":0,"partial":false,"nextOffset":null,"dateFrom":"2026-10-23","dateTo":"2026-11-22"}"`,
    );
    expect(JSON.parse(pages)).toEqual(sampleSurvey().pages);
  });
});

describe('a partial export is reported', () => {
  const survey = partial({ kind: 'problem', problem }, { offset: 500, unusable: 2, sortBy: 'ai' });
  const part = outcomeOf(survey, 'visitors.partial.csv');

  test('in the log', () => {
    expect(said(part)).toMatchInlineSnapshot(`
{
  "level": "warn",
  "lines": [
    "📊 exported: Visitor analytics exported · partial: 23 October – 21 November 2026 (30 days)",
    "5,800 visitors: 4,120 people, 1,903 AI agents (33 % of all); 1,003 pages read.",
    "The export starts at offset 500 and lacks the rows before it.",
    "Written to \`visitors.partial.csv\`.",
    "Partial: after 1,003 pages a request failed. To continue from there, set \`offset: 750\`, \`date-from: 2026-10-23\`, \`date-to: 2026-11-22\`, and another \`visitors-file\`.",
    "The service answered 502: “Bad gateway”.",
    "Try again later.",
    "2 rows without a valid path or numbers left out.",
  ],
}
`);
  });

  test('in the job summary', () => {
    expect(summaryOf(part)).toMatchInlineSnapshot(`
"## 📊 Visitor analytics exported · partial: 23 October – 21 November 2026 (30 days)

5,800 visitors: 4,120 people, 1,903 AI agents (33 % of all); 1,003 pages read.  
The export starts at offset 500 and lacks the rows before it.  
Written to \`visitors.partial.csv\`.  
Partial: after 1,003 pages a request failed. To continue from there, set \`offset: 750\`, \`date-from: 2026-10-23\`, \`date-to: 2026-11-22\`, and another \`visitors-file\`.  
The service answered 502: “Bad gateway”.  
Try again later.  
2 rows without a valid path or numbers left out.  

| Item | Value |
|---|---|
| Verdict | \`exported\` |
| Pages | 1,003 read (partial) |
| API requests | 5 analytics |

### Top 3 of 1,003 pages by AI agents, of the rows that were read

| # | Page | 🟦 People 🟧 AI agents | Visitors | People | AI agents |
|---:|---|---|---:|---:|---:|
| 1 | \`/docs\` | 🟦🟦🟦🟦🟦🟦🟧🟧 | 1,200 | 900 | 400 |
| 2 | \`/docs/install\` | 🟦🟦🟦 | 500 | 500 | 0 |
| 3 | \`/blog\` | 🟧 | 1 | 0 | 1 |
"
`);
  });

  test('in the outputs', () => {
    expect(outputsOf(part).visitors).toMatchInlineSnapshot(
      `"{"human":4120,"ai":1903,"total":5800,"pages":1003,"unusable":2,"repeated":0,"offset":500,"partial":true,"nextOffset":750,"dateFrom":"2026-10-23","dateTo":"2026-11-22"}"`,
    );
    expect(outputsOf(part)).toMatchObject({ verdict: 'exported', visitorsFile: 'visitors.partial.csv' });
  });
});
