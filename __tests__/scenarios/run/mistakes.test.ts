import { expect, test } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { as, openPull } from '../../support/events.ts';
import { createScene, dispatch, type Scene } from '../../support/scene.ts';

/** A typical mistake of a new user, and what the run says: the parts that name the mistake and its fix. */
interface Mistake {
  readonly name: string;
  readonly job?: Partial<JobScript>;
  /** What the service answers to the create. */
  readonly create?: Pick<Extract<FaultForm, { kind: 'answer' }>, 'status' | 'headers' | 'body'>;
  /** Default: a run on the label. */
  readonly run?: (scene: Scene) => Promise<StepResult>;
  readonly names: string;
  readonly fix: string;
  /** Words of the job summary. */
  readonly inSummary?: string;
  /** The output `message`. */
  readonly message?: string;
}

const ALL_PERMISSIONS = '`permissions: { contents: read, issues: write, pull-requests: write }`';

const MISTAKES: readonly Mistake[] = [
  {
    name: 'a wrong key',
    run: (scene) => scene.run({ inputs: { 'api-key': 'docs_wrong-key-0123456789' } }),
    names: 'API key rejected (401)',
    fix: 'Check that `base-url` is the address of the API. If it is, the key in `api-key` is wrong, expired or revoked: store a new one',
  },
  {
    name: 'a key in quotes',
    run: (scene) => scene.run({ inputs: { 'api-key': '"docs_0123456789abcdef"' } }),
    names: '`api-key` is in quotes',
    fix: 'Fix the secret',
  },
  {
    name: 'key and project identifier swapped',
    run: (scene) => scene.run({ inputs: { 'api-key': 'p1-3f8a', 'project-id': 'docs_0123456789abcdef' } }),
    names: '`project-id` has the form of an API key, and `api-key` has not',
    fix: 'Exchange the two values.',
  },
  {
    name: 'a missing permission',
    async run(scene) {
      scene.github.faults.add({
        kind: 'answer',
        method: 'POST',
        path: /\/(comments|reactions)$/,
        status: 403,
        times: 9,
      });
      return scene.run();
    },
    names: 'Status comment not created',
    fix: ALL_PERMISSIONS,
  },
  {
    name: 'no permission for issues at all',
    async run(scene) {
      for (const method of ['GET', 'POST'])
        scene.github.faults.add({ kind: 'answer', method, path: /\/(comments|reactions)\b/, status: 403, times: 9 });
      return scene.run();
    },
    names: 'GitHub permission missing (403)',
    fix: ALL_PERMISSIONS,
  },
  {
    name: 'another label',
    run: (scene) => scene.run({ inputs: { 'trigger-label': 'documentation' } }),
    names: 'the label `docs` is not a request',
    fix: '`documentation`',
  },
  {
    name: 'a pull request from a fork',
    async run(scene) {
      const { event } = await openPull(scene);
      const pull = Object(event.payload.pull_request);
      const fork = { ...pull.head, repo: { ...pull.head.repo, full_name: 'mallory/docs' } };
      return scene.run({ event: as(event, { pull_request: { ...pull, head: fork } }), inputs: { 'api-key': '' } });
    },
    names: 'from forks get no secrets',
    fix: 'instead, comment `/docs` (`trigger-command`) in the conversation, which needs a workflow with `on: issue_comment`',
    message: 'Skipped',
  },
  {
    name: 'a timeout without a unit',
    run: (scene) => scene.run({ inputs: { timeout: '30' } }),
    names: '`timeout` is “30”',
    fix: 'Did you mean `30m`?',
    message: 'Invalid inputs: timeout',
  },
  {
    name: 'no thread for a run that does not wait',
    run: (scene) => scene.run({ event: dispatch(), inputs: { wait: 'false', prompt: 'Check all links.' } }),
    names: 'the result of the job is not reported',
    fix: '`issue-number`',
    inSummary: 'Thread: none, so nothing is remembered.',
  },
  {
    name: 'a re-run without a thread',
    run: (scene) => scene.run({ event: dispatch(), run: { attempt: 2 }, inputs: { prompt: 'Check all links.' } }),
    names: 'This is a re-run without a thread',
    fix: 'Set `issue-number`',
    inSummary: 'a second job may be created. Set `issue-number` to report in a thread.',
  },
  {
    name: 'the address of a website',
    create: { status: 200, body: '<!DOCTYPE html>\n<title>Acme</title>' },
    names: '❓ unconfirmed',
    fix: 'The answer is a web page (HTML), so `base-url` probably leads to a website, not to the API. Correct `base-url`.',
  },
  {
    name: 'a used-up quota',
    create: { status: 429, headers: { 'retry-after': '3600' } },
    names: 'Quota of the service used up',
    fix: 'set it again.\nWith a longer `timeout` (and `timeout-minutes` of the job), a run waits',
  },
  {
    name: 'a wrong address',
    run: (scene) => scene.run({ inputs: { 'base-url': 'https://docs-agent.invalid' } }),
    names: 'No answer from the service',
    fix: 'the host name `docs-agent.invalid` does not resolve (ENOTFOUND).\nCheck `base-url`',
  },
  {
    name: 'an address that redirects',
    create: { status: 301, headers: { location: 'https://login.example/start' } },
    names: 'The service redirects',
    fix: 'the server answered 301, a redirect to `https://login.example`, which is not followed.\nCompare `base-url` with the API documentation of the service',
    message: 'The service redirects',
  },
  {
    name: 'an address that redirects to a login page',
    create: { status: 302, headers: { location: '/login?to=/' } },
    names: 'The service redirects',
    fix: 'a redirect to another path, which is not followed.\nCompare `base-url`',
  },
  {
    name: 'an address that another server answers with a login page',
    create: { status: 401, body: '<!doctype html><title>Sign in</title>' },
    names: 'A website answered, not the API (401)',
    fix: 'The answer is a web page (HTML), so `base-url` probably leads to a website, not to the API.',
  },
  {
    name: 'an address with the version of the API',
    run: (scene) => scene.run({ inputs: { 'base-url': `${scene.service.url}/v1` } }),
    names: 'Service error (404)',
    fix: 'Remove the version, such as `/v1`, and what follows it from `base-url`: the action adds `/v2/…` itself.',
  },
  {
    name: 'an address without https://',
    run: (scene) => scene.run({ inputs: { 'base-url': 'api.example.com/agent' } }),
    names: 'Invalid inputs: base-url',
    fix: 'Did you mean `https://api.example.com/agent`?\nFix the variable, then re-run the workflow. If you fix the workflow file instead, make the request again',
  },
  {
    name: 'an address of this machine without http://',
    run: (scene) => scene.run({ inputs: { 'base-url': 'localhost:8080' } }),
    names: 'Invalid inputs: base-url',
    fix: 'Did you mean `http://localhost:8080`?',
  },
  {
    name: 'a job id that no job has',
    run: (scene) => scene.run({ inputs: { operation: 'attach', 'job-id': 'job_8fk2' } }),
    names: 'Job not found (404)',
    fix: 'If `job-id` is set, check that it is the whole id of a job of `project-id`.',
  },
  {
    name: 'a job path that the service does not have',
    job: { seconds: 120 },
    run: (scene) => scene.run({ inputs: { 'job-path': '/v2/agent/{projectId}/jobs/{id}', timeout: '10m' } }),
    names: 'Job not found (404)',
    fix: 'The service created the job, but answers 404 when asked for it.\nIf the job opens a pull request, it appears in the documentation repository.\nCorrect `job-path`, and make the request again.',
  },
  {
    name: 'a job that is deleted while the run waits for it',
    job: { seconds: 120 },
    async run(scene) {
      scene.service.faults.add({
        operation: 'get',
        kind: 'answer',
        status: 404,
        skip: 1,
        times: Number.POSITIVE_INFINITY,
      });
      return scene.run({ inputs: { timeout: '10m' } });
    },
    names: 'Job not found (404)',
    fix: 'so the job was probably deleted.',
  },
  {
    name: 'an address with an invisible character',
    run: (scene) => scene.run({ inputs: { 'base-url': 'https://agent.example\u200b' } }),
    names: '`base-url` is “https://agent.example” with invisible characters',
    fix: 'expected an address like',
  },
  {
    name: 'an empty key',
    run: (scene) => scene.run({ inputs: { 'api-key': '' } }),
    names: '`api-key` is empty: the secret has another name',
    fix: 'Fix the secret, then re-run the workflow.',
  },
  {
    name: 'variables that do not exist',
    run: (scene) => scene.run({ inputs: { 'api-key': '', 'base-url': '', 'project-id': '' } }),
    names:
      '`project-id` is empty: the variable does not exist or has another name (Settings → Secrets and variables → Actions',
    fix: 'If it is stored as a secret, write `secrets.NAME`.\n`api-key` is empty',
    inSummary: 'Fix the variable, then re-run the workflow.',
    message: 'Invalid inputs: base-url, project-id, api-key',
  },
  {
    name: 'a key with its scheme',
    run: (scene) => scene.run({ inputs: { 'api-key': 'Bearer docs_key' } }),
    names: '`api-key` starts with `Bearer`',
    fix: 'Fix the secret, then re-run the workflow.',
  },
  {
    name: 'a wrong project',
    create: { status: 404, body: JSON.stringify({ error: 'Unknown project.' }) },
    names: 'Service error (404)',
    fix: 'The service answered 404: “Unknown project.”\nCheck `project-id`. If it is right, check `base-url`',
    inSummary: 'The request was `POST /v2/agent/',
  },
];

test.each(MISTAKES)(
  'a new user who makes a typical mistake reads what it is and how to fix it: $name',
  async ({ job = {}, create, run = (scene) => scene.run(), names, fix, inSummary = '', message }) => {
    await using scene = await createScene({ job });
    if (create) scene.service.faults.add({ operation: 'create', kind: 'answer', ...create });
    const { annotations, exitCode, outputs, summary } = await run(scene);
    const [first] = annotations.filter(({ message }) => message.includes(names));
    expect(first?.message).toContain(fix);
    expect(summary).toContain(inSummary);
    // The same fix is named once.
    expect(annotations.filter(({ message }) => message.includes('permissions: {')).length).toBeLessThan(2);
    // A step that fails says so in an error annotation, and one that succeeds has none.
    expect(annotations.some(({ level }) => level === 'error')).toBe(exitCode !== 0);
    expect(outputs.verdict).not.toBe('');
    expect(outputs.message).toBe(message ?? outputs.message);
    scene.github.faults.clear();
    const [comment] = await scene.comments();
    // The workflow run is linked at most once.
    expect(comment?.body.match(/\/actions\/runs\/\d+\)/g)?.length ?? 0).toBeLessThan(2);
  },
);
