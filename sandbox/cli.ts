import { HELP, readCommandLine } from './service/command-line.ts';
import { createService, type Service } from './service/service.ts';
import { createWorld, type World } from './world.ts';

async function main(args: readonly string[]): Promise<void> {
  const command = readCommandLine(args);
  if (command === 'help') {
    process.stdout.write(HELP);
    return;
  }
  const world = command.github ? await createWorld(command.options) : undefined;
  const service = world?.service ?? (await createService(command.options));
  for (const fault of command.faults) service.faults.add(fault);
  const stop = () => void (world ?? service).close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // Printed last, because a client that waits for these lines may stop the process immediately.
  const parts = [
    world && describeGitHub(world),
    describe(service),
    world && describeAct(world),
    'Interrupt to stop.\n',
  ];
  process.stdout.write(parts.filter((part) => part !== undefined).join('\n'));
}

const describeGitHub = ({ github: { url, owner, repo, tokens } }: World) => `\
GitHub   ${url}/repos/${owner}/${repo}
Page     ${url}/${owner}/${repo}/issues
Tokens   ${JSON.stringify(tokens)}
Roles    alice admin, mike maintain, bob write, trudy triage, mallory none; action: of workflows; agent: of the service
`;

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

/** The commands that run a workflow under act against this sandbox: docs/act.md explains them. */
function describeAct({
  service: { url, key, projectId },
  github: { url: github, owner, repo, tokens },
}: World): string {
  return `A workflow of yours, under act, on an issue of alice (docs/act.md):
  curl -s ${github}/repos/${owner}/${repo}/issues -H 'Authorization: Bearer ${tokens.alice}' \\
    --json '{"title":"Explain the new flag","body":"--json"}' |
    jq '{action: "labeled", label: {name: "docs"}, issue: ., sender: .user}' > event.json
  act issues --eventpath event.json --actor alice --platform ubuntu-latest=-self-hosted \\
    --local-repository your-org/docs-agent-action@v1=${process.cwd()} \\
    --secret GITHUB_TOKEN=${tokens.action} --secret DOCS_AGENT_KEY=${key} \\
    --var DOCS_AGENT_URL=${url} --var DOCS_PROJECT_ID=${projectId} \\
    --env GITHUB_API_URL=${github} --env GITHUB_GRAPHQL_URL=${github}/graphql --env GITHUB_SERVER_URL=${github} \\
    --env GITHUB_REPOSITORY=${owner}/${repo}
`;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nTry --help.\n`);
  process.exit(2); // servers that have started would keep it alive
});
