/** What the runner says of the run in `GITHUB_*` ("Variables reference" of GitHub Actions), read once. */
export interface GitHubContext {
  /** Empty where the runner names none. */
  readonly actor: string;
  /** Who ran it again. */
  readonly triggeringActor: string;
  /** Undefined where the runner names none. */
  readonly repository: { readonly owner: string; readonly repo: string } | undefined;
  /** The repository's number, which survives a renaming; empty where the runner does not tell it. */
  readonly repositoryId: string;
  /** The same, or else its name: what belongs to the repository is told from others by it. */
  readonly repositoryKey: string;
  /** Without a slash at its end. */
  readonly apiUrl: string;
  /** Where the pages of workflow runs are, without the number. */
  readonly runsUrl: string;
  /** The page of this run; undefined where the runner does not name it. */
  readonly runUrl: string | undefined;
  readonly run: number;
  readonly attempt: number;
  /** `.github/workflows/docs.yml`, on whatever branch; the workflow's name where the runner does not tell its file. */
  readonly workflow: string;
  readonly job: string;
  /** Of the step: its id, or a name that GitHub gives it. */
  readonly step: string;
  readonly workspace: string;
  readonly event: { readonly name: string; readonly path: string } | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

export function readGitHubContext(env: Env): GitHubContext {
  const { GITHUB_REPOSITORY: name = '', GITHUB_REPOSITORY_ID: repositoryId = '', GITHUB_RUN_ID: runId } = env;
  const [owner, repo] = name.split('/');
  const runsUrl = `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${name}/actions/runs`;
  return {
    actor: env.GITHUB_ACTOR ?? '',
    triggeringActor: env.GITHUB_TRIGGERING_ACTOR ?? '',
    repository: owner && repo ? { owner, repo } : undefined,
    repositoryId,
    repositoryKey: repositoryId || name.toLowerCase(),
    apiUrl: (env.GITHUB_API_URL || 'https://api.github.com').replace(/\/+$/, ''),
    runsUrl,
    runUrl: name && runId ? `${runsUrl}/${runId}` : undefined,
    run: Number(runId) || 1,
    attempt: Number(env.GITHUB_RUN_ATTEMPT) || 1,
    workflow: workflowOf(env),
    job: env.GITHUB_JOB ?? '',
    step: env.GITHUB_ACTION ?? '',
    workspace: env.GITHUB_WORKSPACE ?? '.',
    event: eventOf(env),
  };
}

/** `acme/app/.github/workflows/docs.yml@refs/heads/main`, without repository and branch. */
const workflowOf = ({ GITHUB_WORKFLOW_REF = '', GITHUB_WORKFLOW = '' }: Env) =>
  /^[^/]+\/[^/]+\/([^@]+)@/.exec(GITHUB_WORKFLOW_REF)?.[1] ?? GITHUB_WORKFLOW;

const eventOf = ({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path }: Env) =>
  name && path ? { name, path } : undefined;
