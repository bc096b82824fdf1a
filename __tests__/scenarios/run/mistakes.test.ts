import { expect } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import type { JobScript } from '../../../sandbox/service/job-script.ts';
import { as, openPull } from '../../support/events.ts';
import { onGitHub, onService } from '../../support/faults.ts';
import { dispatch, type Scene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

/**
 * A typical mistake of a new user, and what the run says: the parts that name the mistake and its
 * fix.
 */
interface Mistake {
  readonly job?: Partial<JobScript>;
  /** What the service answers to the create. */
  readonly create?: Pick<Extract<FaultForm, { kind: 'answer' }>, 'status' | 'headers' | 'body'>;
  readonly inputs?: Readonly<Record<string, string>>;
  /** Default: a run on the label with these inputs. */
  readonly run?: (scene: Scene) => Promise<StepResult>;
  readonly names: string;
  readonly fix: string;
  /** Words of the job summary. */
  readonly inSummary?: string;
  /** The output `message`. */
  readonly message?: string;
}

const AFTER_CHANGE =
  'After a change of the workflow file, make the request again: a re-run uses the old files.';
const ALL_PERMISSIONS = '`permissions: { contents: read, issues: write, pull-requests: write }`';

const MISTAKES: Readonly<Record<string, Mistake>> = {
  'a wrong key': {
    inputs: { 'api-key': 'docs_wrong-key-0123456789' },
    names: 'API key rejected (401)',
    fix: 'Check that `base-url` is the address of the API. If it is, the key in `api-key` is wrong, expired or revoked: store a new one',
  },
  'a key in quotes': {
    inputs: { 'api-key': '"docs_0123456789"' },
    names: '`api-key` is in quotes',
    fix: 'Fix the secret',
  },
  'key and project identifier swapped': {
    inputs: { 'api-key': 'p1-3f8a', 'project-id': 'docs_0123456789abcdef' },
    names: '`project-id` has the form of an API key, and `api-key` has not',
    fix: 'Exchange the two values.',
  },
  'a missing permission': {
    async run(scene) {
      onGitHub(scene, 'POST /(comments|reactions)$', 403);
      return scene.run();
    },
    names: 'Status comment not created',
    fix: ALL_PERMISSIONS,
  },
  'no permission for issues at all': {
    async run(scene) {
      for (const method of ['GET', 'POST'])
        onGitHub(scene, `${method} /(comments|reactions)\\b`, 403);
      return scene.run();
    },
    names: 'GitHub permission missing (403)',
    fix: ALL_PERMISSIONS,
  },
  'another label': {
    inputs: { 'trigger-label': 'documentation' },
    names: 'the label `docs` is not a request',
    fix: '`documentation`',
  },
  'a pull request from a fork': {
    async run(scene) {
      const { event } = await openPull(scene);
      const pull = Object(event.payload.pull_request);
      const fork = { ...pull.head, repo: { ...pull.head.repo, full_name: 'mallory/docs' } };
      return scene.run({
        event: as(event, { pull_request: { ...pull, head: fork } }),
        inputs: { 'api-key': '', 'trigger-command': '/manual' },
      });
    },
    names: 'from forks get no secrets',
    fix: 'instead, comment `/manual` (`trigger-command`) in the conversation, which needs a workflow with `on: issue_comment`',
    message: 'Skipped',
  },
  'a timeout without a unit': {
    inputs: { timeout: '30' },
    names: '`timeout` is “30”',
    fix: 'Did you mean `30m`?',
    message: 'Invalid inputs: timeout',
  },
  'no thread for a run that does not wait': {
    run: (scene) =>
      scene.run({ event: dispatch(), inputs: { wait: 'false', prompt: 'Check all links.' } }),
    names: 'the result of the job is not reported',
    fix: '`issue-number`',
    inSummary: 'No issue or pull request to report in, so a re-run asks again.',
  },
  'a re-run without a thread': {
    run: (scene) =>
      scene.run({ event: dispatch(), run: { attempt: 2 }, inputs: { prompt: 'Check all links.' } }),
    names: 'This is a re-run without a thread',
    fix: 'Set `issue-number`',
    inSummary: 'a second job may be created. Set `issue-number` to report in a thread.',
  },
  'the address of a website': {
    create: { status: 200, body: '<!DOCTYPE html>\n<title>Acme</title>' },
    names: '❓ unconfirmed: a website answered, not the API, so probably no job exists',
    fix: 'Correct `base-url`, which ends before `/v2/…`.',
  },
  'a used-up quota': {
    create: { status: 429, headers: { 'retry-after': '3600' } },
    names: 'Quota of the service used up',
    fix: 'set it again.\nWith a longer `timeout` (and `timeout-minutes` of the job), a run waits',
  },
  'a wrong address': {
    inputs: { 'base-url': 'https://docs-agent.invalid' },
    names: 'No answer from the service',
    fix: 'the host name `docs-agent.invalid` does not resolve (ENOTFOUND).\nCheck `base-url`',
  },
  'an address that redirects': {
    create: { status: 301, headers: { location: 'https://login.example/start' } },
    names: 'The service redirects',
    fix: 'the server answered 301, a redirect to `https://login.example`, which is not followed.\nCompare `base-url` with the API documentation of the service',
    message: 'The service redirects',
  },
  'an address that redirects to a login page': {
    create: { status: 302, headers: { location: '/login?to=/' } },
    names: 'The service redirects',
    fix: 'a redirect to another path, which is not followed.\nCompare `base-url`',
  },
  'an address that another server answers with a login page': {
    create: { status: 401, body: '<!doctype html><title>Sign in</title>' },
    names: 'A website answered, not the API (401)',
    fix: 'The answer is a web page (HTML), so `base-url` probably leads to a website, not to the API.',
  },
  'an address with the version of the API': {
    run: (scene) => scene.run({ inputs: { 'base-url': `${scene.service.url}/v1` } }),
    names: 'Service error (404)',
    fix: 'Remove the version, such as `/v1`, and what follows it from `base-url`: the action adds `/v2/…` itself.',
  },
  'an address without https://': {
    inputs: { 'base-url': 'api.example.com/agent' },
    names: 'Invalid inputs: base-url',
    fix: 'Did you mean `https://api.example.com/agent`?\nFix the variable, then re-run the workflow. After a change of the workflow file, make the request again',
  },
  'an address of this machine without http://': {
    inputs: { 'base-url': 'localhost:8080' },
    names: 'Invalid inputs: base-url',
    fix: 'Did you mean `http://localhost:8080`?',
  },
  'a job id that no job has': {
    inputs: { operation: 'attach', 'job-id': 'job_8fk2' },
    names: 'Job not found (404)',
    fix: 'Check that `job-id` is the whole id of a job of `project-id`.',
  },
  'a service that does not know the job that it created': {
    job: { seconds: 120 },
    async run(scene) {
      onService(scene, 'get', 404);
      return scene.run({ inputs: { timeout: '10m' } });
    },
    names: 'Job not found (404)',
    fix: 'The service created the job, but answers 404 when asked for it.\nIf the job opens a pull request, it appears in the documentation repository.\nReport this to the operator of the service, with the id of the job.',
  },
  'a job that is deleted while the run waits for it': {
    job: { seconds: 120 },
    async run(scene) {
      onService(scene, 'get', 404, { skip: 1 });
      return scene.run({ inputs: { timeout: '10m' } });
    },
    names: 'Job not found (404)',
    fix: 'so the job was probably deleted.',
  },
  'an address with an invisible character': {
    inputs: { 'base-url': 'https://agent.example\u200b' },
    names: '`base-url` is “https://agent.example” with invisible characters',
    fix: 'expected an address like',
  },
  'an empty key': {
    inputs: { 'api-key': '' },
    names: '`api-key` is empty: the secret has another name',
    fix: 'Fix the secret, then re-run the workflow.',
  },
  'variables that do not exist': {
    inputs: { 'api-key': '', 'base-url': '', 'project-id': '' },
    names: '`base-url`, `project-id`, `api-key` are all empty.',
    fix: 'Set them under `with:` of this step, not under `env:`. If they are there, the variables and the secret have other names',
    message: 'Invalid inputs: base-url, project-id, api-key',
  },
  'one variable that does not exist': {
    inputs: { 'project-id': '' },
    names:
      '`project-id` is empty: the variable does not exist or has another name (Settings → Secrets and variables → Actions',
    fix: 'If it is stored as a secret, write `secrets.NAME`.',
    inSummary: 'Fix the variable, then re-run the workflow.',
  },
  'a token of GitHub as key': {
    inputs: { 'api-key': 'ghs_0123456789abcdef0123456789abcdef0123' },
    names: '`api-key` starts with `ghs_`, so it is a token of GitHub',
    fix: 'expected the admin API key',
  },
  'an expression that is not evaluated': {
    inputs: { 'api-key': 'secrets.DOCS_AGENT_KEY' },
    names: '`api-key` is the name of a secret, not its value: write `$',
    fix: AFTER_CHANGE,
  },
  'a variable that is not evaluated': {
    inputs: { 'project-id': 'vars.DOCS_PROJECT_ID' },
    names: 'a name and not its value: write `$',
    fix: AFTER_CHANGE,
  },
  'a file of the prompt that does not exist': {
    inputs: { 'prompt-file': '.github/docs-prompt.txt' },
    names: 'The file `.github/docs-prompt.txt` of `prompt-file` does not exist.',
    fix: AFTER_CHANGE,
  },
  'opening an issue, with a label as trigger': {
    run: (scene) => scene.run({ event: as(scene.event, { action: 'opened' }) }),
    names: 'an issue that was `opened` is not a request',
    fix: "needs `labeled` among the `types` of `on: issues`; with `trigger-label: '*'`, opening an issue is",
  },
  'globs that are not copied from a code block': {
    inputs: { paths: 'docs/**|guides/**' },
    names: '`paths` is “docs/**|guides/**”',
    fix: 'Fix the inputs of this step',
    inSummary: 'in a block that begins with `|`; before a `|` in a name',
  },
  'a thread of another repository': {
    run: (scene) =>
      scene.run({
        event: dispatch(),
        inputs: { prompt: 'Check all links.', 'issue-number': '404' },
      }),
    names: 'GitHub does not show issue or pull request 404 of `acme/docs` to this token (404).',
    fix: 'Check `issue-number`, an issue or pull request in the repository of the workflow, not a discussion',
  },
  'the key as project': {
    inputs: { 'project-id': 'mint_0123456789abcdef0123' },
    names: '`project-id` is an API key.',
    fix: 'revoke it and create a new one',
    message: 'API key in project-id',
  },
  'a job of a step without that output': {
    run: (scene) =>
      scene.run({ event: dispatch(), inputs: { operation: 'follow-up', prompt: 'More.' } }),
    names: '`job-id` is empty',
    fix: 'an earlier step with an `id` has it in its output `jobId`',
  },
  'two labels': {
    inputs: { 'trigger-label': 'docs\ndocumentation' },
    names: 'expected one label',
    fix: 'for several, use a step for each',
  },
  '`pull_request_target`': {
    run: (scene) => scene.run({ event: { ...scene.event, name: 'pull_request_target' } }),
    names: 'the event `pull_request_target` is not a request',
    fix: 'with `on: pull_request`, the label `docs` is',
  },
  'an input with another name': {
    inputs: { projectid: 'p1', 'project-id': '' },
    names: '`projectid` is not an input of this action. Did you mean `project-id`?',
    fix: 'Correct the name under `with:`',
    message: 'Unknown input',
  },
  'a key with its scheme': {
    inputs: { 'api-key': 'Bearer docs_key' },
    names: '`api-key` starts with `Bearer`',
    fix: 'Fix the secret, then re-run the workflow.',
  },
  'a wrong project': {
    create: { status: 404, body: JSON.stringify({ error: 'Unknown project.' }) },
    names: 'Service error (404)',
    fix: 'The service answered 404: “Unknown project.”\nCheck `project-id`. If it is right, check `base-url`',
    inSummary: 'The request was `POST /v2/agent/',
  },
};

for (const [
  name,
  { create, inputs = {}, run, names, fix, inSummary = '', message, ...options },
] of Object.entries(MISTAKES))
  test(
    `a new user who makes a typical mistake reads what it is and how to fix it: ${name}`,
    options,
    async (scene) => {
      if (create) onService(scene, 'create', { kind: 'answer', ...create });
      const { annotations, outputs, summary } = await (run ? run(scene) : scene.run({ inputs }));
      const [first] = annotations.filter((each) => each.message.includes(names));
      expect(first?.message).toContain(fix);
      expect(summary).toContain(inSummary);
      // The same fix is named once.
      expect(
        annotations.filter((each) => each.message.includes('permissions: {')).length,
      ).toBeLessThan(2);
      expect(outputs.verdict).not.toBe('');
      expect(outputs.summary).not.toMatch(/&(#\d+|amp|lt|gt);|\\\(/);
      expect(outputs.message).toBe(message ?? outputs.message);
      scene.github.faults.clear();
      const [comment] = await scene.comments();
      // The workflow run is linked at most once.
      expect(comment?.body.match(/\/actions\/runs\/\d+\)/g)?.length ?? 0).toBeLessThan(2);
    },
  );
