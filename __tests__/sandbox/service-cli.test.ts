import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { HELP, readCommandLine } from '../../sandbox/service/command-line.ts';

/**
 * Runs the command line to its end. @param use gets the output once all of it is printed; the
 * process is interrupted after it.
 */
async function run(args: string[], use: (output: string) => Promise<void> = async () => {}) {
  const child = spawn(process.execPath, ['sandbox/cli.ts', ...args]);
  const ended = once(child, 'close');
  let [output, errors] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text;
    if (output.endsWith('stop.\n')) await use(output).finally(() => child.kill('SIGINT'));
  }
  const [code] = await ended;
  return { output, errors, code };
}

test('--help describes every flag', async () => {
  expect(await run(['--help'])).toEqual({ code: 0, output: HELP, errors: '' });
  const flags = [
    'port 1',
    'key docs_1',
    'seconds 1',
    'end failed',
    'no-pull-request',
    'pages 10',
    'github',
  ];
  const args = flags.flatMap((flag) => `--${flag}`.split(' '));
  expect(readCommandLine(args)).toEqual({
    options: {
      port: 1,
      key: 'docs_1',
      job: { seconds: 1, end: 'failed', pullRequest: false },
      visitors: { pages: 10 },
    },
    faults: [],
    github: true,
  });
  for (const flag of args.filter((arg) => arg.startsWith('--')))
    expect(HELP).toContain(`  ${flag} `);
});

test.each([
  [['--port', 'x'], '--port takes a number'],
  [['--end', 'paused'], 'paused'],
  [['--fault', '{'], '--fault {'],
  [['--fault', '{"operation":"get","kind":"gone"}'], '`kind` is unknown'],
  [['--colour'], '--colour'],
  [['extra'], 'extra'],
])('%j is refused', (args, message) => {
  expect(() => readCommandLine(args)).toThrow(message);
});

test.each([[], ['--github']])(
  'what is wrong with an option is printed, and the exit code is 2: %j',
  async (...flags) => {
    const errors = '`pages` is 0 to 1000000.\nTry --help.\n';
    expect(await run([...flags, '--pages', '1000001'])).toEqual({ code: 2, output: '', errors });
  },
);

test('the service runs with its faults until it is interrupted, also with open connections', async () => {
  const faults = [
    '{"operation":"visitors","kind":"hang","times":"always"}',
    '{"operation":"create","kind":"reset"}',
  ];
  const args = faults.flatMap((fault) => ['--fault', fault]);
  let hanging: Promise<unknown>[] = [];
  const { output, code } = await run(['--key', 'docs_1', ...args], async (so) => {
    const url = /^Address {2}(\S+)$/m.exec(so)?.[1];
    hanging = [1, 2].map(() =>
      fetch(`${url}/v1/analytics/acme-docs/visitors`).catch(() => 'ended'),
    );
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  });
  expect(await Promise.all(hanging)).toEqual(['ended', 'ended']);
  expect(code).toBe(0);
  expect(output).toContain("curl -H 'Authorization: Bearer docs_1'");
});

test('with --github, jobs open pull requests in it', async () => {
  const { code } = await run(['--key', 'docs_1', '--seconds', '0', '--github'], async (so) => {
    const [url, github] = ['Address', 'GitHub'].map(
      (name) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(so)?.[1],
    );
    const headers = { authorization: 'Bearer docs_1', 'content-type': 'application/json' };
    const job = { method: 'POST', headers, body: '{"prompt":"Explain the flag."}' };
    const { prLink } = JSON.parse(await (await fetch(`${url}/v2/agent/acme-docs/job`, job)).text());
    const pull = JSON.parse(await (await fetch(`${github}/pulls/1`)).text());
    expect(prLink).toBe(pull.html_url);
  });
  expect(code).toBe(0);
});
