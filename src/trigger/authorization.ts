import * as v from 'valibot';
import type { GitHub } from '../github/client.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { quoteName } from '../text/escape.ts';
import type { Actor, RequestTrigger } from './trigger.ts';

/** Who may create jobs from events that contain untrusted text. */
export interface AccessPolicy {
  readonly minimum: Role;
  /** Logins of the bots that may make requests. */
  readonly bots: readonly string[];
}

/** The result of the authorization. */
export type Authorization =
  /** No check is needed: GitHub or the workflow itself restricts who can cause the event. */
  | { readonly kind: 'open' }
  | { readonly kind: 'passed'; readonly by: readonly { readonly login: string; readonly role: Role | 'bot' }[] }
  | { readonly kind: 'denied'; readonly reason: string };

/** The other accounts that caused the run. */
type Accounts = Pick<GitHubContext, 'actor' | 'triggeringActor'>;

/**
 * Checks every account behind an event that anyone can cause: its sender, the actor of the run (`GITHUB_ACTOR`), and the account
 * that re-ran it (`GITHUB_TRIGGERING_ACTOR`). Each must have the minimum role; a bot must be named in `allow-bots`.
 * @param roleOf rejects when GitHub does not answer, which is not a denial. The error is passed on.
 */
export async function authorize(
  { needsAuthorization, requester }: RequestTrigger,
  context: Accounts,
  rules: AccessPolicy,
  roleOf: (login: string) => Promise<Role>,
): Promise<Authorization> {
  if (!needsAuthorization) return { kind: 'open' };
  const passed: { login: string; role: Role | 'bot' }[] = [];
  for (const person of peopleBehind(requester, context)) {
    const role = person.isBot ? 'bot' : await roleOf(person.login);
    const problem = problemOf(person.login, role, rules);
    if (problem) return { kind: 'denied', reason: problem };
    passed.push({ login: person.login, role });
  }
  return { kind: 'passed', by: passed };
}

function peopleBehind(requester: Actor, { actor, triggeringActor }: Accounts) {
  const people = new Map([[requester.login.toLowerCase(), requester]]);
  for (const login of [actor, triggeringActor]) {
    if (login && !people.has(login.toLowerCase())) {
      people.set(login.toLowerCase(), { login, id: null, isBot: login.endsWith('[bot]') });
    }
  }
  return people.values();
}

function problemOf(login: string, role: Role | 'bot', { minimum, bots }: AccessPolicy): string | undefined {
  if (role === 'bot') {
    const isListed = (name: string) => bots.some((bot) => bot.toLowerCase() === name.toLowerCase());
    const short = login.replace(/\[bot\]$/i, '');
    const hint = isListed(short) ? `: write ${quoteName(login)} there, not ${quoteName(short)}` : '';
    return isListed(login) ? undefined : `${quoteName(login)} is a bot that is not in \`allow-bots\`${hint}`;
  }
  if (ROLES.indexOf(role) >= ROLES.indexOf(minimum)) return undefined;
  return `${quoteName(login)} does not have the permission \`${minimum}\` (\`minimum-permission\`)`;
}

/** GitHub's repository roles in ascending order: each includes the permissions of those before it. */
const ROLES = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;

export type Role = (typeof ROLES)[number];

const LEVEL = v.object({
  permission: v.picklist(['none', 'read', 'write', 'admin']),
  role_name: v.nullish(v.string()),
});

/** `permission` has only four values; `role_name` distinguishes these two. Other role names are custom roles of an organization. */
const FINER: Readonly<Record<string, Role>> = { 'read triage': 'triage', 'write maintain': 'maintain' };

/**
 * The role of an account in the repository; `none` if GitHub does not know the account (404). On a public repository, every account
 * has at least `read`.
 * @throws GitHubError if GitHub does not answer, which must not count as `none`.
 */
export async function readRole(github: GitHub, login: string): Promise<Role> {
  const role = await github.read(`the permission of ${login}`, async ({ request }) => {
    const where = { ...github.repository, username: login };
    const { data } = await request('GET /repos/{owner}/{repo}/collaborators/{username}/permission', where);
    const { permission, role_name } = v.parse(LEVEL, data);
    return FINER[`${permission} ${role_name}`] ?? permission;
  });
  return role ?? 'none';
}
