import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { HELP, readCommandLine } from '../../sandbox/service/command-line.ts';

const CLI = fileURLToPath(new URL('../../sandbox/cli.ts', import.meta.url));

/** Runs the command line to its end; `onOutput` sees all of its output so far. */
async function run(args: string[], onOutput?: (output: string, stop: () => void) => void) {
  const child = spawn(process.execPath, [CLI, ...args]);
  const seen = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    seen.output += text;
    onOutput?.(seen.output, () => child.kill('SIGINT'));
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    seen.errors += text;
  });
  const [code, signal] = await once(child, 'close');
  return { ...seen, code, signal };
}

describe('the command line', () => {
  test('describes every flag with --help', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, output: HELP, errors: '' });
    const flags = ['port 1', 'key docs_1', 'project p', 'seconds 1', 'end failed', 'no-pull-request', 'pages 10'];
    const args = [...flags, 'strict-quota', 'github'].flatMap((flag) => `--${flag}`.split(' '));
    expect(readCommandLine(args)).toEqual({
      kind: 'serve',
      options: {
        port: 1,
        key: 'docs_1',
        projectId: 'p',
        job: { seconds: 1, end: 'failed', pullRequest: false },
        quota: { together: true },
        visitors: { pages: 10 },
      },
      faults: [],
      github: true,
    });
    for (const flag of args.filter((arg) => arg.startsWith('--'))) expect(HELP).toContain(`  ${flag} `);
  });

  test('accepts faults', () => {
    const faults = ['{"operation":"get","kind":"reset","times":"always"}', '{"operation":"create","kind":"drip"}'];
    expect(readCommandLine(faults.flatMap((fault) => ['--fault', fault]))).toMatchObject({
      faults: [
        { operation: 'get', kind: 'reset', times: Number.POSITIVE_INFINITY },
        { operation: 'create', kind: 'drip' },
      ],
    });
  });

  test.each([
    [['--port', 'x'], '--port takes a number'],
    [['--end', 'paused'], 'paused'],
    [['--fault', '{'], '--fault {'],
    [['--colour'], '--colour'],
    [['extra'], 'extra'],
  ])('refuses %j', (args, message) => {
    expect(() => readCommandLine(args)).toThrow(message);
  });

  test('prints what is wrong and ends with exit code 2', async () => {
    expect(await run(['--pages', '1000001'])).toMatchObject({
      code: 2,
      output: '',
      errors: '`pages` is 0 to 1000000.\nTry --help.\n',
    });
  });

  test('serves until it is interrupted, also with open connections', async () => {
    const fault = '{"operation":"visitors","kind":"hang"}';
    const answers: Promise<unknown>[] = [];
    const { output, code, signal } = await run(['--key', 'docs_1', '--fault', fault], (so, stop) => {
      const url = /^Address {2}(\S+)$/m.exec(so)?.[1];
      if (!so.endsWith('stop.\n') || answers.length > 0) return;
      const hanging = fetch(`${url}/v1/analytics/acme-docs/visitors`).catch(() => 'ended');
      answers.push(
        hanging,
        fetch(`${url}/openapi.json`)
          .then(({ status }) => status)
          .finally(stop),
      );
    });
    expect(await Promise.all(answers)).toEqual(['ended', 200]);
    expect([code, signal]).toEqual([0, null]);
    expect(output).toContain("curl -H 'Authorization: Bearer docs_1'");
  });

  test('starts a GitHub with --github, where jobs open pull requests', async () => {
    const seen: unknown[] = [];
    const { code } = await run(['--key', 'docs_1', '--seconds', '0', '--github'], async (so, stop) => {
      if (!so.endsWith('stop.\n')) return;
      const [url, github] = ['Address', 'GitHub'].map((name) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(so)?.[1]);
      const headers = { authorization: 'Bearer docs_1', 'content-type': 'application/json' };
      const job = { method: 'POST', headers, body: '{"prompt":"Explain the flag."}' };
      try {
        const { prLink } = JSON.parse(await (await fetch(`${url}/v2/agent/acme-docs/job`, job)).text());
        const pull = JSON.parse(await (await fetch(`${github}/pulls/1`)).text());
        seen.push(prLink, pull.html_url);
      } finally {
        stop();
      }
    });
    expect(seen).toEqual([expect.stringContaining('/pull'), seen[0]]);
    expect(code).toBe(0);
  });
});
