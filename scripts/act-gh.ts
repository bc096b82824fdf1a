/**
 * Stands in for GitHub's command line `gh` in `npm run test:act`: records its arguments and prints
 * the scripted answer, filtered by `--jq`. Arguments: the file of answers, the file of calls, and
 * then those of `gh`.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';

const [answersFile = '', callsFile = '', ...args] = process.argv.slice(2);
if (!process.env.GH_TOKEN) {
  console.error(
    'gh: To use GitHub CLI in a GitHub Actions workflow, set the GH_TOKEN environment variable.',
  );
  process.exit(4);
}
appendFileSync(callsFile, `${JSON.stringify(args)}\n`);
const answers: Record<string, string> = JSON.parse(readFileSync(answersFile, 'utf8'));
const [, answer = ''] =
  Object.entries(answers).find(([start]) => args.join(' ').startsWith(start)) ?? [];
const filter = args[args.indexOf('--jq') + 1];
if (!args.includes('--jq') || filter === undefined) {
  process.stdout.write(answer);
} else {
  const { status, stdout, stderr } = spawnSync('jq', ['--raw-output', filter], {
    input: answer,
    encoding: 'utf8',
  });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = status ?? 1;
}
