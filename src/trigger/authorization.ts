import * as v from '@badrap/valita';
import { type GitHub, needed, readData } from '../github/client.ts';
import type { GitHubVariables } from '../runtime/runner.ts';
import { fallback, nullish, oneOf } from '../schema.ts';
import { quoteName } from '../text/format.ts';
import { includesLogin } from './declared-accounts.ts';
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
  | {
      readonly kind: 'passed';
      readonly by: readonly { readonly login: string; readonly role: Role | 'bot' }[];
    }
  | { readonly kind: 'denied'; readonly reason: string };

/** What GitHub knows of accounts. */
export interface Accounts {
  roleOf(login: string): Promise<Role>;
  /**
   * Whether an account of this login, or of this login with `[bot]`, is a bot: a person can
   * register a bot's name.
   */
  isBot(login: string): Promise<boolean>;
}

/**
 * Checks every account behind an event that anyone can cause: its sender, the actor of the run
 * (`GITHUB_ACTOR`), and the account that re-ran it (`GITHUB_TRIGGERING_ACTOR`). An error of
 * `accounts` is no denial, and is passed on.
 */
export async function authorize(
  { needsAuthorization, requester }: RequestTrigger,
  variables: Pick<GitHubVariables, 'actor' | 'triggeringActor'>,
  rules: AccessPolicy,
  accounts: Accounts,
): Promise<Authorization> {
  if (!needsAuthorization) return { kind: 'open' };
  const others = [variables.actor, variables.triggeringActor].filter(Boolean);
  const people = [requester, ...others.map((login) => ({ login, isBot: undefined }))];
  const by = await Promise.all(
    people.filter(isFirst).map(async ({ login, isBot }) => {
      const isKnownBot =
        isBot ??
        (login.endsWith('[bot]') || (isListed(login, rules) && (await accounts.isBot(login))));
      return { login, role: isKnownBot ? ('bot' as const) : await accounts.roleOf(login) };
    }),
  );
  const [reason] = by.flatMap(({ login, role }) => problemOf(login, role, rules) ?? []);
  return reason === undefined ? { kind: 'passed', by } : { kind: 'denied', reason };
}

/** Whether no account before it has the same login. */
const isFirst = (
  { login }: Pick<Actor, 'login'>,
  at: number,
  people: readonly Pick<Actor, 'login'>[],
): boolean => people.findIndex((other) => other.login.toLowerCase() === login.toLowerCase()) === at;

/** Whether `allow-bots` names a bot with this login. */
const isListed = (login: string, { bots }: AccessPolicy): boolean =>
  includesLogin(bots, login, true);

function problemOf(login: string, role: Role | 'bot', rules: AccessPolicy): string | undefined {
  if (role === 'bot')
    return isListed(login, rules)
      ? undefined
      : `${quoteName(login)} is a bot that is not in \`allow-bots\``;
  if (isAtLeast(role, rules.minimum)) return undefined;
  return `${quoteName(login)} does not have the permission \`${rules.minimum}\` (\`minimum-permission\`)`;
}

/**
 * GitHub's repository roles in ascending order: each includes the permissions of those before it.
 */
const ROLES = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;

export type Role = (typeof ROLES)[number];

const isAtLeast = (role: Role, minimum: Role) => ROLES.indexOf(role) >= ROLES.indexOf(minimum);

const GRANTED = v.boolean().optional();
const LEVEL = v.object({
  permission: oneOf(['none', 'read', 'write', 'admin']),
  role_name: nullish(v.string()),
  user: fallback(
    v.object({
      permissions: v.object({
        pull: GRANTED,
        triage: GRANTED,
        push: GRANTED,
        maintain: GRANTED,
        admin: GRANTED,
      }),
    }),
    null,
  ),
});

/**
 * `user.permissions` decides: `permission` has only four values, and `role_name` is the own name of
 * a custom role, which is based on one of GitHub's. What a server leaves out there follows from
 * these two.
 */
function roleIn({ permission, role_name: name, user }: v.Infer<typeof LEVEL>): Role {
  const { pull, triage, push, maintain, admin } = user?.permissions ?? {};
  if (admin ?? permission === 'admin') return 'admin';
  if (maintain ?? (permission === 'write' && name === 'maintain')) return 'maintain';
  if (push ?? permission === 'write') return 'write';
  if (triage ?? (permission === 'read' && name === 'triage')) return 'triage';
  return (pull ?? permission !== 'none') ? 'read' : 'none';
}

/**
 * Asks GitHub about accounts. Without access to GitHub, the first question throws a GitHubError.
 */
export const accountsOn = (github: GitHub | undefined): Accounts => ({
  roleOf: async (login) => readRole(needed(github), login),
  isBot: async (login) => readIsBot(needed(github), login),
});

/**
 * The role of an account; `none` only after a 404. On a public repository, every account has at
 * least `read`.
 */
export async function readRole(github: GitHub, login: string): Promise<Role> {
  const where = { ...github.repository, username: login };
  const level = await readData(github, `the permission of ${login}`, LEVEL, ({ repos }) =>
    repos.getCollaboratorPermissionLevel(where),
  );
  return level ? roleIn(level) : 'none';
}

const ACCOUNT = v.object({ type: v.string() });

async function readIsBot(github: GitHub, login: string): Promise<boolean> {
  const typeOf = async (username: string) =>
    (
      await readData(github, `the account ${username}`, ACCOUNT, ({ users }) =>
        users.getByUsername({ username }),
      )
    )?.type;
  return ((await typeOf(login)) ?? (await typeOf(`${login}[bot]`))) === 'Bot';
}
