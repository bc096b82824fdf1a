import * as v from '@badrap/valita';
import { type GitHub, readData } from '../github/client.ts';
import type { GitHubVariables } from '../runtime/runner.ts';
import { fallback, nullish, oneOf } from '../schema.ts';
import { quoteName } from '../text/format.ts';
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

/**
 * Checks every account behind an event that anyone can cause: its sender, the actor of the run (`GITHUB_ACTOR`), and the account
 * that re-ran it (`GITHUB_TRIGGERING_ACTOR`). An error of `roleOf` is no denial, and is passed on.
 */
export async function authorize(
  { needsAuthorization, requester }: RequestTrigger,
  variables: Pick<GitHubVariables, 'actor' | 'triggeringActor'>,
  rules: AccessPolicy,
  roleOf: (login: string) => Promise<Role>,
): Promise<Authorization> {
  if (!needsAuthorization) return { kind: 'open' };
  const people = peopleBehind(requester, [variables.actor, variables.triggeringActor]);
  const by = await Promise.all(
    people.map(async ({ login, isBot }) => ({ login, role: isBot ? ('bot' as const) : await roleOf(login) })),
  );
  const [reason] = by.flatMap(({ login, role }) => problemOf(login, role, rules) ?? []);
  return reason === undefined ? { kind: 'passed', by } : { kind: 'denied', reason };
}

type Person = Pick<Actor, 'login' | 'isBot'>;

function peopleBehind(requester: Actor, logins: readonly string[]): Person[] {
  const others = logins.flatMap((login) => (login ? { login, isBot: login.endsWith('[bot]') } : []));
  const people = [requester, ...others];
  const isSame = (one: Person) => (other: Person) => one.login.toLowerCase() === other.login.toLowerCase();
  return people.filter((person, at) => people.findIndex(isSame(person)) === at);
}

function problemOf(login: string, role: Role | 'bot', { minimum, bots }: AccessPolicy): string | undefined {
  if (role === 'bot') {
    const isListed = (name: string) => bots.some((bot) => bot.toLowerCase() === name.toLowerCase());
    const short = login.replace(/\[bot\]$/i, '');
    const hint = isListed(short) ? `: write ${quoteName(login)} there, not ${quoteName(short)}` : '';
    return isListed(login) ? undefined : `${quoteName(login)} is a bot that is not in \`allow-bots\`${hint}`;
  }
  if (isAtLeast(role, minimum)) return undefined;
  return `${quoteName(login)} does not have the permission \`${minimum}\` (\`minimum-permission\`)`;
}

/** GitHub's repository roles in ascending order: each includes the permissions of those before it. */
const ROLES = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;

export type Role = (typeof ROLES)[number];

const isAtLeast = (role: Role, minimum: Role) => ROLES.indexOf(role) >= ROLES.indexOf(minimum);

const LEVEL = v.object({
  permission: oneOf(['none', 'read', 'write', 'admin']),
  role_name: nullish(v.string()),
  user: fallback(v.object({ permissions: v.object({ triage: v.boolean().optional() }) }), null),
});

/**
 * `permission` has only four values. `role_name` distinguishes `maintain`, but other names are custom roles of an organization: whether
 * an account that may read may triage too, `user.permissions` says.
 */
function roleIn({ permission, role_name, user }: v.Infer<typeof LEVEL>): Role {
  if (permission === 'write' && role_name === 'maintain') return 'maintain';
  return permission === 'read' && user?.permissions.triage === true ? 'triage' : permission;
}

/** The role of an account; `none` only after a 404. On a public repository, every account has at least `read`. */
export async function readRole(github: GitHub, login: string): Promise<Role> {
  const where = { ...github.repository, username: login };
  const level = await readData(github, `the permission of ${login}`, LEVEL, ({ repos }) =>
    repos.getCollaboratorPermissionLevel(where),
  );
  return level ? roleIn(level) : 'none';
}
