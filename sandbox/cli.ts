import { HELP, readCommandLine } from './service/command-line.ts';
import { createService, type Service } from './service/service.ts';

async function main(args: readonly string[]): Promise<void> {
  const command = readCommandLine(args);
  if (command.kind === 'help') {
    process.stdout.write(HELP);
    return;
  }
  const embedded = command.github ? await embedGitHub() : undefined;
  const service = await createService({ ...command.options, ...(embedded && { agent: embedded.agent }) }).catch(
    async (error: unknown) => {
      await embedded?.close();
      throw error;
    },
  );
  for (const fault of command.faults) service.faults.add(fault);
  const stop = () => void Promise.all([service.close(), embedded?.close()]);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // Printed last, because a client that waits for these lines may stop the process immediately.
  process.stdout.write(
    (embedded?.description ?? '') + describe(service) + (embedded?.describeAct(service) ?? '') + STOP,
  );
}

/** Loaded on demand, because the service alone does not need it. */
async function embedGitHub() {
  const [{ createGitHub }, { createPerson }, { createAgent }] = await Promise.all([
    import('./github/embedded.ts'),
    import('./github/person.ts'),
    import('./agent.ts'),
  ]);
  const github = await createGitHub();
  const { url, tokens, owner, repo, close } = github;
  return {
    agent: createAgent(createPerson(github, 'agent')),
    description: `GitHub   ${url}/repos/${owner}/${repo}\nPage     ${url}/${owner}/${repo}/issues\nTokens   ${JSON.stringify(tokens)}\nRoles    ${ROLES}\n`,
    describeAct: (service: Service) => describeAct(service, { url, tokens, repository: `${owner}/${repo}` }),
    close,
  };
}

function describe({ url, key, projectId }: Service): string {
  const auth = `-H 'Authorization: Bearer ${key}'`;
  return `Address  ${url}
Key      ${key}
Project  ${projectId}

Create a job:
  curl ${auth} --json '{"prompt":"Explain the new flag."}' ${url}/v2/agent/${projectId}/job
Read it, send a follow-up:
  curl ${auth} ${url}/v2/agent/${projectId}/job/<id>
  curl ${auth} --json '{"prompt":"Shorter, please."}' ${url}/v2/agent/${projectId}/job/<id>/message
Visitors:
  curl ${auth} '${url}/v1/analytics/${projectId}/visitors?limit=10'
OpenAPI document:
  curl ${url}/openapi.json
`;
}

const ROLES =
  'alice admin, mike maintain, bob write, trudy triage, mallory none; action: of workflows; agent: of the service';
const STOP = '\nInterrupt to stop.\n';

interface SandboxGitHub {
  readonly url: string;
  readonly repository: string;
  readonly tokens: Readonly<Record<'alice' | 'action', string>>;
}

/** The commands that run a workflow under act against this sandbox: docs/act.md explains them. */
function describeAct({ url, key, projectId }: Service, { url: github, tokens, repository }: SandboxGitHub): string {
  return `
A workflow of yours, under act, on an issue of alice (docs/act.md):
  curl -s ${github}/repos/${repository}/issues -H 'Authorization: Bearer ${tokens.alice}' \\
    --json '{"title":"Explain the new flag","body":"--json"}' |
    jq '{action: "labeled", label: {name: "docs"}, issue: ., sender: .user}' > event.json
  act issues --eventpath event.json --actor alice --platform ubuntu-latest=-self-hosted \\
    --local-repository your-org/docs-agent-action@v1=${process.cwd()} \\
    --secret GITHUB_TOKEN=${tokens.action} --secret DOCS_AGENT_KEY=${key} \\
    --var DOCS_AGENT_URL=${url} --var DOCS_PROJECT_ID=${projectId} \\
    --env GITHUB_API_URL=${github} --env GITHUB_GRAPHQL_URL=${github}/graphql --env GITHUB_SERVER_URL=${github} \\
    --env GITHUB_REPOSITORY=${repository}
`;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nTry --help.\n`);
  process.exitCode = 2;
});
