/** The variables `GITHUB_*` of the run ("Variables reference" of GitHub Actions), read once. */
export interface GitHubVariables {
  /** The account that started the run; empty if the runner names none. */
  readonly actor: string;
  /** The account that started this attempt: another one than `actor` after a re-run. */
  readonly triggeringActor: string;
  /** Undefined if the runner names none, or not as `owner/name`. */
  readonly repository: { readonly owner: string; readonly repo: string } | undefined;
  /** The repository's number, which renaming does not change; empty if the runner does not provide it. */
  readonly repositoryId: string;
  /** `repositoryId`, or the repository's name in lower case: identifies the repository in markers. */
  readonly repositoryKey: string;
  /** The address of GitHub's pages, without a trailing slash: `https://github.com`. */
  readonly serverUrl: string;
  /** Without a trailing slash; undefined if GITHUB_API_URL is no address of an API. */
  readonly apiUrl: string | undefined;
  /** Of GitHub's GraphQL API. */
  readonly graphqlUrl: string;
  /** The URL of the workflow runs' pages, without the run's number. */
  readonly runsUrl: string;
  /** The page of this run; undefined if the runner does not provide its number. */
  readonly runUrl: string | undefined;
  readonly run: number;
  readonly attempt: number;
  /** `.github/workflows/docs.yml`, without the branch; the workflow's name if the runner does not provide its file. */
  readonly workflow: string;
  readonly job: string;
  /** The step's id, or a name that GitHub generates. */
  readonly step: string;
  readonly workspace: string;
  readonly event: { readonly name: string; readonly path: string } | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

export function readGitHubVariables(env: Env): GitHubVariables {
  const { GITHUB_REPOSITORY: name = '', GITHUB_REPOSITORY_ID: repositoryId = '' } = env;
  // Malformed names would lead to other addresses of the API: `../..` to the issues of an account.
  const [, owner, repo] = /^([\w-]+)\/(?!\.+$)([\w.-]+)$/.exec(name) ?? [];
  const run = numberIn(env.GITHUB_RUN_ID);
  const serverUrl = addressIn(env.GITHUB_SERVER_URL) ?? 'https://github.com';
  const runsUrl = `${serverUrl}/${name}/actions/runs`;
  return {
    actor: env.GITHUB_ACTOR ?? '',
    triggeringActor: env.GITHUB_TRIGGERING_ACTOR ?? '',
    repository: owner && repo ? { owner, repo } : undefined,
    repositoryId,
    repositoryKey: repositoryId || name.toLowerCase(),
    serverUrl,
    ...apisIn(env),
    runsUrl,
    runUrl: name && run ? `${runsUrl}/${run}` : undefined,
    run: run ?? 1,
    attempt: numberIn(env.GITHUB_RUN_ATTEMPT) ?? 1,
    workflow: workflowOf(env),
    job: env.GITHUB_JOB ?? '',
    step: env.GITHUB_ACTION ?? '',
    workspace: env.GITHUB_WORKSPACE ?? '.',
    event: eventOf(env),
  };
}

function apisIn(env: Env): Pick<GitHubVariables, 'apiUrl' | 'graphqlUrl'> {
  const apiUrl = addressIn(env.GITHUB_API_URL || 'https://api.github.com');
  return { apiUrl, graphqlUrl: addressIn(env.GITHUB_GRAPHQL_URL) ?? `${apiUrl}/graphql` };
}

/** A number from 1; undefined for anything else, which no marker can hold. */
const numberIn = (text = '') => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** An address without a trailing slash, to which paths can be appended; undefined for any other text. */
function addressIn(text = ''): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || /[?#@\s]/.test(text)) return undefined;
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Removes repository and branch from `acme/app/.github/workflows/docs.yml@refs/heads/main`. */
const workflowOf = ({ GITHUB_WORKFLOW_REF = '', GITHUB_WORKFLOW = '' }: Env) =>
  /^[^/]+\/[^/]+\/([^@]+)@/.exec(GITHUB_WORKFLOW_REF)?.[1] ?? GITHUB_WORKFLOW;

const eventOf = ({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path }: Env) =>
  name && path ? { name, path } : undefined;
