import { ROLES, type Role } from '../github/users.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { quoteName } from '../text/escape.ts';
import type { Actor, RequestTrigger } from './trigger.ts';

/** Who may have words of an event turned into a job that somebody pays for. */
export interface AccessPolicy {
  readonly minimum: Role;
  /** Logins of bots that may ask. */
  readonly bots: readonly string[];
}

/** What the gate says of a request. */
export type Authorization =
  /** Nobody's words are in it; GitHub or the workflow itself decided who starts such a run. */
  | { readonly kind: 'open' }
  | { readonly kind: 'passed'; readonly by: readonly { readonly login: string; readonly role: Role | 'bot' }[] }
  | { readonly kind: 'denied'; readonly reason: string };

/** Who else is behind a run. */
type Accounts = Pick<GitHubContext, 'actor' | 'triggeringActor'>;

/**
 * Asks everybody behind an event with words: who sent it, who the run counts as (`GITHUB_ACTOR`), and who ran it again
 * (`GITHUB_TRIGGERING_ACTOR`). Each must hold the minimum; a bot must be named.
 * @param roleOf rejects when GitHub does not answer: that is no `no`.
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
    const isNamed = bots.some((bot) => bot.toLowerCase() === login.toLowerCase());
    return isNamed ? undefined : `${quoteName(login)} is a bot that \`allow-bots\` does not name`;
  }
  if (ROLES.indexOf(role) >= ROLES.indexOf(minimum)) return undefined;
  return `${quoteName(login)} has the role \`${role}\` here; asking takes \`${minimum}\` (\`minimum-permission\`)`;
}
