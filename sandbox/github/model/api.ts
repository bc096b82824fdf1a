import { Refusal } from '../../http/refusal.ts';
import { type ApiAnswer, found, has, movedTo, notFound } from './requests.ts';
import { ROUTES } from './routes.ts';
import { showUser } from './show.ts';
import { type Account, findRepository, type Hub, type Repository } from './state.ts';

/** A request as it comes over HTTP. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly token: string | undefined;
  readonly body: string;
}

/**
 * The token of a workflow's job, and the repository that it belongs to: it reads other repositories
 * only if they are public, and writes to none of them.
 */
export interface WorkflowToken {
  readonly token: string;
  readonly repository: string;
}

/**
 * GitHub's REST API, as far as the action uses it. Never throws for a request that GitHub answers.
 */
export function answerRequest(hub: Hub, request: RawRequest, workflow: WorkflowToken): ApiAnswer {
  try {
    return route(hub, request, workflow);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, message, headers } = error;
    return { status, headers, body: { message, status: String(status) } };
  }
}

function route(
  hub: Hub,
  { method, url, token, body }: RawRequest,
  workflow: WorkflowToken,
): ApiAnswer {
  const { pathname: path, search, searchParams: query } = new URL(url, hub.url);
  const sender = token === undefined ? undefined : hub.tokens.get(token);
  if (token !== undefined && !sender) throw new Refusal(401, 'Bad credentials');
  const home = token === workflow.token ? workflow.repository : undefined;
  const [, accountId, userName] = /^\/(?:user\/(\d+)|users\/([^/]+))$/.exec(path) ?? [];
  const isAsked = ({ id, login }: Account) =>
    accountId ? id === Number(accountId) : login === decodeURIComponent(userName ?? '');
  if (accountId ?? userName)
    return { status: 200, body: showUser(hub, found(hub.accounts.find(isAsked))) };

  const [, name = '', number, rest = ''] =
    /^\/(?:repos\/([^/]+\/[^/]+)|repositories\/(\d+))(.*)$/.exec(path) ?? [];
  const byNumber = hub.repositories.find(({ id }) => id === Number(number));
  const repository = number ? found(byNumber) : repositoryNamed(hub, name, rest + search);
  requireAccess(repository, method, sender, home);
  const { pattern, handle } = found(
    PATTERNS.find((each) => each.of === method && each.pattern.test(rest)),
  );
  const parts = pattern.exec(rest)?.slice(1).map(decodeURIComponent) ?? [];
  return handle({
    path,
    query,
    body: body ? Object(JSON.parse(body)) : {},
    hub,
    repository,
    sender,
    parts,
  });
}

/**
 * @throws Refusal: 404 if there is none, 301 under a former name. @param below what the address has
 * below the repository.
 */
function repositoryNamed(hub: Hub, name: string, below: string): Repository {
  const renamed = hub.repositories.find(({ formerNames }) =>
    formerNames.includes(name.toLowerCase()),
  );
  if (renamed) throw movedTo(hub, `/repositories/${renamed.id}${below}`);
  return found(findRepository(hub, name));
}

/** @param home the only repository that the token may write to. */
function requireAccess(
  repository: Repository,
  method: string,
  sender: Account | undefined,
  home?: string,
): void {
  if (!isReadable(repository, sender, home)) throw notFound();
  if (isOther(repository, home) && method !== 'GET')
    throw new Refusal(403, 'Resource not accessible by integration');
}

const isOther = (repository: Repository, home: string | undefined): boolean =>
  home !== undefined && findRepository(repository.hub, home) !== repository;

const isReadable = (repository: Repository, sender: Account | undefined, home?: string): boolean =>
  !repository.isPrivate ||
  (!isOther(repository, home) && sender !== undefined && has('read', repository, sender));

const PATTERNS = ROUTES.map(([line, handle]) => {
  const [of = '', path = ''] = line.split(' ');
  return { of, pattern: new RegExp(`^${path.replaceAll(':', '([^/]+)')}$`), handle };
});
