import * as v from 'valibot';
import { InputError } from '../errors.ts';
import { SECRETS } from '../runtime/runner.ts';
import { oneLine } from '../text/escape.ts';
import { isQuoted } from './parsers.ts';

/** The error that names every malformed input and, unless it is a secret, its value. @param issues each says what the input takes. */
export function malformedInputs(issues: readonly v.BaseIssue<unknown>[]): InputError {
  const names = issues.map((issue) => v.getDotPath(issue) ?? '');
  // Values from the settings are fixed there, and a re-run reads them again.
  const areSecrets = names.every((name) => SECRETS.includes(name));
  const areFromSettings = names.every((name) => SECRETS.includes(name) || VARIABLES.includes(name));
  const remedy = areSecrets
    ? 'Fix the secret, then re-run the workflow.'
    : areFromSettings
      ? 'Fix the variable, then re-run the workflow. If you fix the workflow file instead, make the request again, as a re-run uses the old file.'
      : 'Fix the inputs of this step, under `with:` in the workflow. Then make the request again, as a re-run uses the old workflow file.';
  const complaints = issues.map(({ input, message }, at) => complaintAbout(names[at] ?? '', String(input), message));
  return new InputError(complaints.join('\n'), remedy, { headline: `Invalid inputs: ${names.join(', ')}` });
}

/** Required inputs that the examples read from variables. */
const VARIABLES = ['base-url', 'project-id'];

function complaintAbout(name: string, got: string, expected: string): string {
  if (name === 'api-key' && !got) return EMPTY_KEY;
  if (VARIABLES.includes(name) && !got) return `\`${name}\` is empty: ${NO_VARIABLE}`;
  return `\`${name}\` ${SECRETS.includes(name) ? flawOf(got) : shown(got)}; expected ${expected}${expected.endsWith('?') ? '' : '.'}`;
}

/** What is wrong with a secret, which is not shown. */
function flawOf(secret: string): string {
  if (/^bearer\s/i.test(secret)) return 'starts with `Bearer`';
  return isQuoted(secret) ? 'is in quotes' : 'contains white space, line breaks or other invalid characters';
}

function shown(got: string): string {
  if (!got) return 'is empty';
  return `is “${showable(got)}”${/[\p{Cc}\p{Cf}]/u.test(got) ? ' with invisible characters' : ''}`;
}

const EMPTY_KEY =
  '`api-key` is empty: the secret has another name, does not exist (Settings → Secrets and variables → Actions), or belongs to an ' +
  'environment that the job does not name. Runs from forks get no secrets, and runs of Dependabot only those under Dependabot.';

const NO_VARIABLE =
  'the variable does not exist or has another name (Settings → Secrets and variables → Actions → Variables), or belongs to an ' +
  'environment that the job does not name. If it is stored as a secret, write `secrets.NAME`.';

/** A value for an error message, without the parts of a URL that may contain passwords: before an `@` or after a `?`. */
export function showable(got: string): string {
  const withoutUsers = got.split('/').map((part) => part.replace(/^.*@/s, '***@'));
  return oneLine(withoutUsers.join('/').replace(/\?.*/s, '?***'), 60);
}
