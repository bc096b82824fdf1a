import type { Sabotage } from '../simulation/sabotages.ts';

/** Bugs that changed answers, events and inputs must show: the other ones are for random histories. */
export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'a job may have any id',
    file: 'service/job.ts',
    from: "  v.regex(/^[\\w~:@=+.-]{1,256}$/, 'is not 1 to 256 letters, digits or `_~:@=+.-`'),\n  v.regex(/[^.]/, 'is a relative path'),",
    to: '',
  },
  {
    name: 'the body of an error is shown as it is',
    file: 'service/errors.ts',
    from: "const said = isPrivate ? '' : excerpt(text, MAX_EXCERPT);",
    to: 'const said = String(body);',
  },
  {
    name: 'a create that was accepted with a broken body is an error',
    file: 'service/submit.ts',
    from: "return { kind: 'unconfirmed', error: isWebPage(answer.body) ? website() : error };",
    to: "return { kind: 'rejected', error: isWebPage(answer.body) ? website() : error };",
  },
  {
    name: 'the log is not redacted',
    file: 'runtime/runner.ts',
    from: 'const line = (text: string) => breakCommands(redact(text));',
    to: 'const line = (text: string) => breakCommands(text);',
  },
  {
    name: 'the log may contain commands of the runner',
    file: 'runtime/runner.ts',
    from: 'const line = (text: string) => breakCommands(redact(text));',
    to: 'const line = (text: string) => redact(text);',
  },
  {
    name: 'comments of GitHub are not validated',
    file: 'github/comments.ts',
    from: 'const comments = v.parse(PAGE, data).map(toComment);',
    to: 'const comments = Object(data).map(toComment);',
  },
  {
    name: 'rows of the analytics are not validated',
    file: 'service/visitors.ts',
    from: '    .filter((row) => v.is(ROW, row))\n    .map(({ path',
    to: '    .map((row) => Object(row))\n    .map(({ path',
  },
  {
    name: 'any text is a link to a pull request',
    file: 'service/job.ts',
    from: "if (!url || url.username || url.password || !isSafeScheme(url)) return { kind: 'unusable' };",
    to: "if (!url) return { kind: 'link', url: String(value) };",
  },
  {
    name: 'the event file is taken to be JSON',
    file: 'trigger/read-trigger.ts',
    from: "const what = cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read';",
    to: "if (cause instanceof SyntaxError) throw cause;\n    const what = 'cannot be read';",
  },
  {
    name: 'addresses of the runner are not checked',
    file: 'runtime/github-context.ts',
    from: '  if (!url || !/^https?:$/.test(url.protocol) || /[?#@\\s]/.test(text)) return undefined;\n',
    to: '  if (!url) return text;\n',
  },
  {
    name: 'a number of seconds may be infinite',
    file: 'http/retry-after.ts',
    from: 'Math.min(Number(value), MAX_SECONDS) * 1000',
    to: 'Number(value) * MAX_SECONDS',
  },
  {
    name: 'GitHub may nest lists as deeply as it likes',
    file: 'github/client.ts',
    from: 'if (isJson && !isDeeper(value, MAX_DEPTH)) return;',
    to: 'if (isJson) return;',
  },
  {
    name: 'files outside of the workspace are read',
    file: 'prompt/workspace-file.ts',
    from: '    rejectUnsafePath(file, { root, inside, remedy }, files);\n',
    to: '    if (inside === file) rejectUnsafePath(file, { root, inside, remedy }, files);\n',
  },
  {
    name: 'HTML in comments stays HTML',
    file: 'text/escape.ts',
    from: "    .replaceAll('<', '&lt;')\n",
    to: '',
  },
  {
    name: 'a pause may end long after the timeout',
    file: 'service/poll-schedule.ts',
    from: 'return elapsed >= last || state.notBefore > at ? undefined : at - elapsed;',
    to: 'return elapsed >= last ? undefined : Math.max(at, state.notBefore) - elapsed;',
  },
  {
    name: 'the saved state is not redacted',
    file: 'report/post-state.ts',
    from: 'runner.redact(runner.readState(name))',
    to: 'runner.readState(name)',
  },
  {
    name: 'a changed state crashes the post step',
    file: 'report/post-state.ts',
    from: "    runner.warn('The saved state of the step cannot be read, so its status comment is not corrected.');\n    return undefined;",
    to: "    return Object('');",
  },
];
