import { asObject, type JsonObject } from '../json.ts';
import { type ApiAnswer, type Call, found, has, notFound, Refusal, senderOf } from './requests.ts';
import { ROUTES } from './routes.ts';
import { showAccount } from './show-account.ts';
import { type Account, findRepository, type Hub, type Repository } from './state.ts';

/** A request as it comes over HTTP. */
export interface RawRequest {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  /** The token; undefined for none. */
  readonly token: string | undefined;
  /** JSON, or empty. */
  readonly body: string;
}

/** The token of a workflow's job, and the repository that it belongs to. */
export interface WorkflowToken {
  readonly token: string;
  readonly repository: string;
}

/** GitHub's REST API, as far as the action and the tests use it. Never throws for a request that GitHub answers. */
export function answerRequest(hub: Hub, { method, url, token, body }: RawRequest, workflow?: WorkflowToken): ApiAnswer {
  try {
    const { pathname: path, searchParams: query } = new URL(url, hub.url);
    const sender = token === undefined ? undefined : hub.tokens.get(token);
    if (token !== undefined && !sender) throw new Refusal(401, 'Bad credentials');
    const request = { method, path, query, body: jsonOf(body) };
    const isWorkflow = workflow !== undefined && token === workflow.token;
    return route({ ...request, hub, sender, parts: [] }, isWorkflow ? workflow.repository : undefined);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: { message: error.message, status: String(error.status) } };
  }
}

const jsonOf = (body: string): JsonObject => (body ? asObject(JSON.parse(body)) : {});

/** @param home the repository of a workflow's token. */
function route(call: Call, home: string | undefined): ApiAnswer {
  const [, name, number, rest = ''] = /^\/(?:repos\/([^/]+\/[^/]+)|repositories\/(\d+))(.*)$/.exec(call.path) ?? [];
  if (name === undefined && number === undefined) return ofAccounts(call);
  const repository = found(
    name === undefined ? call.hub.repositories.find(({ id }) => id === Number(number)) : findRepository(call.hub, name),
  );
  refuseOther(call, repository, home);
  for (const { method, pattern, handle } of PATTERNS) {
    const match = method === call.method ? pattern.exec(rest) : null;
    if (match) return handle({ ...call, parts: match.slice(1).map(decodeURIComponent) }, repository);
  }
  throw notFound();
}

const PATTERNS = ROUTES.map(([line, handle]) => {
  const [method = '', path = ''] = line.split(' ');
  return { method, pattern: new RegExp(`^${path.replaceAll(':', '([^/]+)')}$`), handle };
});

/**
 * Private repositories are hidden from accounts without a role. A workflow's token reads other repositories only if they are public, and
 * writes to none of them.
 */
function refuseOther({ method, sender }: Call, repository: Repository, home: string | undefined): void {
  const isOther = home !== undefined && findRepository(repository.hub, home) !== repository;
  if (repository.isPrivate && (isOther || !sender || !has('read', repository, sender))) throw notFound();
  if (isOther && method !== 'GET') throw new Refusal(403, 'Resource not accessible by integration');
}

function ofAccounts(call: Call): ApiAnswer {
  const { hub, method, path } = call;
  const show = (account: Account | undefined): ApiAnswer => ({ status: 200, body: showAccount(hub, found(account)) });
  const [, by, which = ''] = /^\/(users?)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (method !== 'GET' || !by) throw notFound();
  if (by === 'users') return show(hub.accounts.find(({ login }) => login === decodeURIComponent(which)));
  if (which) return show(hub.accounts.find(({ id }) => id === Number(which)));
  const sender = senderOf(call);
  if (sender.type === 'Bot') throw new Refusal(403, 'Resource not accessible by integration');
  return show(sender);
}
