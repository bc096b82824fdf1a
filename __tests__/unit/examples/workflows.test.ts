import { globSync, readFileSync } from 'node:fs';
import * as v from '@badrap/valita';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const WORKFLOW = v.object({
  permissions: v.object({}).rest(v.never()),
  jobs: v.record(
    v.object({
      uses: v.string().optional(),
      if: v.string().optional(),
      'timeout-minutes': v.number().optional(),
      permissions: v.record(v.union(v.literal('read'), v.literal('write'))).optional(),
    }),
  ),
});

const EXAMPLES = globSync('*.yml', { cwd: 'examples' }).map((file) => {
  const text = readFileSync(`examples/${file}`, 'utf8');
  return { file, text, jobs: Object.values(WORKFLOW.parse(parse(text), { mode: 'strip' }).jobs) };
});

/** The first workflow of a newcomer: README and quick start say what it lacks. */
const SMALLEST = 'docs-smallest.yml';

test('the smallest workflow has at most 22 lines', () => {
  expect(
    readFileSync(`examples/${SMALLEST}`, 'utf8').trimEnd().split('\n').length,
  ).toBeLessThanOrEqual(22);
});

describe.each(EXAMPLES)('examples/$file', ({ file, text, jobs }) => {
  test('has a time limit in each job, except a job that calls a workflow, which may have none', () => {
    expect(
      jobs.filter((job) => (job['timeout-minutes'] === undefined) !== (job.uses !== undefined)),
    ).toEqual([]);
  });

  test('can be turned off, here or in the workflow that it calls', () => {
    const [first] = jobs;
    expect(first?.uses !== undefined || first?.if?.includes("vars.DOCS_AGENT != 'off'")).toBe(true);
  });

  test('starts no runner for comments of strangers', () => {
    const isOnComments = /^ {2}(issue_comment|pull_request_review)/m.test(text);
    expect(isOnComments && !text.includes('author_association')).toBe(file === SMALLEST);
  });

  const isOnCode = /^ {2}(push|pull_request|workflow_run|workflow_call):/m.test(text);
  const callsAnother = jobs.some(({ uses }) => uses !== undefined);
  if (isOnCode && !callsAnother)
    test.each([
      'max-jobs-per-day: ',
      'max-open-pulls: ',
      'queue: max',
      '**/*.md\n',
      '**/*.mdx\n',
      'docs.json',
    ])('has `%s`, as pushes, pull requests or workflow runs start it', (line) => {
      expect(text.replaceAll('\\n', '\n')).toContain(line);
    });

  test('names a lasting thread if it reuses a pull request', () => {
    const isOnPulls = /^ {2}pull_request:/m.test(text);
    const isNamed = isOnPulls || text.includes('issue-number: ${{ vars.');
    expect(text.includes('pull-request: reuse') && !isNamed).toBe(false);
  });
});

test('the issue form has the form that GitHub documents, and sets the label', () => {
  const text = readFileSync('examples/issue-form/docs-request.yml', 'utf8');
  const FIELD = v.object({
    type: v.union(v.literal('input'), v.literal('textarea')),
    id: v.string(),
    attributes: v.object({
      label: v.string(),
      description: v.string().optional(),
      placeholder: v.string().optional(),
    }),
    validations: v.object({ required: v.boolean() }).optional(),
  });
  const FORM = v.object({
    name: v.string(),
    description: v.string(),
    labels: v.array(v.string()),
    body: v.array(FIELD),
  });
  const { labels, body } = FORM.parse(parse(text), { mode: 'strict' });
  expect(labels).toEqual(['docs']);
  expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
});
