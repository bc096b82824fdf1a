import { quoteName } from '../text/format.ts';
import type { Actor, RequestTrigger } from './trigger.ts';

/**
 * The accounts that the workflow declares: what the agent does is no request, and other bots need a
 * declaration to make one.
 */
export interface DeclaredAccounts {
  /** Logins of the accounts as which the agent opens pull requests and pushes (`agent-login`). */
  readonly agents: readonly string[];
  /** Logins of the bots that may make requests (`allow-bots`). */
  readonly bots: readonly string[];
}

type Account = Pick<Actor, 'login' | 'isBot'>;

const MERGE_QUEUE = 'github-merge-queue';

/**
 * Whether an account is one of the agent's. A bot is named with or without `[bot]`; a person can
 * register that name without it.
 */
export const isAgent = (
  { login, isBot }: Account,
  { agents }: Pick<DeclaredAccounts, 'agents'>,
): boolean => includesLogin(agents, login, isBot);

/**
 * Whether a list of logins names an account. Upper and lower case are the same, as on GitHub, which
 * writes a bot's login with `[bot]` or, as in `GITHUB_ACTOR`, without.
 */
export function includesLogin(logins: readonly string[], login: string, isBot: boolean): boolean {
  const nameOf = (text: string) => (isBot ? text.replace(/\[bot\]$/i, '') : text).toLowerCase();
  return logins.some((each) => nameOf(each) === nameOf(login));
}

/** Why an event is no request although a person's event of the same kind would be one. */
export interface Exclusion {
  /** The end of a sentence that begins with "skipped". */
  readonly reason: string;
  /** The maintainer may have to declare an account. */
  readonly isWarning: boolean;
}

/**
 * Why an event is no request because of the account behind it; undefined if it counts. The reading
 * of records may still exclude it.
 */
export function exclusionOf(
  trigger: RequestTrigger,
  accounts: DeclaredAccounts,
): Exclusion | undefined {
  const { requester, thread, pull, retry, isScheduled = false } = trigger;
  if (isScheduled) return undefined; // its actor is whoever last edited the cron line
  if (isAgent(requester, accounts) && (requester.isBot || !mayBeAsking(trigger)))
    return byAgent(requester);
  const author = pull === undefined ? undefined : thread?.author;
  if (author?.isBot && isAgent(author, accounts) && retry.kind !== 'command')
    return { reason: onAgentPull(Number(pull), undefined), isWarning: false };
  const sender = trigger.needsDeclaredBot ? requester : retry.kind === 'label' ? author : undefined;
  return sender && needsDeclaration(sender, accounts) ? byUndeclaredBot(sender) : undefined;
}

/** A person whose account is also the agent's asks by commands, and by labels on issues. */
const mayBeAsking = ({ retry, thread }: RequestTrigger): boolean =>
  retry.kind === 'command' || (retry.kind === 'label' && thread?.kind === 'issue');

function needsDeclaration({ login, isBot }: Account, { agents, bots }: DeclaredAccounts): boolean {
  return isBot && !includesLogin([...agents, ...bots, MERGE_QUEUE], login, isBot);
}

const byAgent = ({ login }: Account): Exclusion => ({
  reason: `${quoteName(login)} is an account of the agent (\`agent-login\`), whose own work is no request`,
  isWarning: false,
});

const byUndeclaredBot = ({ login }: Account): Exclusion => ({
  reason:
    `${quoteName(login)} is a bot that is in neither \`agent-login\` nor \`allow-bots\`. If the agent works as this bot, add it to ` +
    '`agent-login`. If its events should be requests, add it to `allow-bots`',
  isWarning: true,
});

/** @param jobId undefined if no record names the job. */
export const onAgentPull = (pull: number, jobId: string | undefined): string =>
  `${jobId === undefined ? 'the agent' : `job ${jobId}`} opened pull request #${pull}, where only commands are requests`;
