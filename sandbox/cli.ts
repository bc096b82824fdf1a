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
  process.stdout.write((embedded?.description ?? '') + describe(service));
}

/** Loaded on demand, because the service alone does not need the emulator. */
async function embedGitHub() {
  const [{ createGitHub }, { createAgent }] = await Promise.all([import('./github/embedded.ts'), import('./agent.ts')]);
  const { url, tokens, owner, repo, close } = await createGitHub();
  return {
    agent: createAgent({ apiUrl: url, token: tokens.agent, owner, repo }),
    description: `GitHub   ${url}/repos/${owner}/${repo}\nTokens   ${JSON.stringify(tokens)}\n`,
    close,
  };
}

function describe({ url, key, projectId }: Service): string {
  const auth = `-H 'Authorization: Bearer ${key}'`;
  const control = `${new URL(url).origin}/_sandbox`;
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
OpenAPI document, requests so far, a fault:
  curl ${url}/openapi.json
  curl ${control}/requests
  curl --json '{"operation":"get","kind":"reset","times":2}' ${control}/faults

Interrupt to stop.
`;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nTry --help.\n`);
  process.exitCode = 2;
});
