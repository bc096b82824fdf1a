import { createAgent } from './agent.ts';
import { createGitHub, type GitHub } from './github/embedded.ts';
import { createPerson } from './github/person.ts';
import { runStep, type StepOptions } from './runner/step.ts';
import { createService, type ServiceOptions } from './service/service.ts';

/** The sandbox service connected to the sandbox GitHub, in which its agent opens pull requests. */
export type World = Awaited<ReturnType<typeof createWorld>>;

type StepChanges = Pick<StepOptions, 'event'> & Partial<StepOptions>;

interface WorldOptions extends ServiceOptions {
  /** An existing GitHub, which stays open when the world is closed. Default: a new one. */
  readonly github?: GitHub;
  /**
   * Another repository, created here, in which the agent opens its pull requests. Default: the
   * repository of the workflow.
   */
  readonly agentRepository?: string | undefined;
}

/** The steps run the action in the current folder. */
export async function createWorld({
  github: given,
  agentRepository,
  ...options
}: WorldOptions = {}) {
  const github = given ?? (await createGitHub());
  if (agentRepository) github.addRepository(agentRepository);
  const repo = agentRepository ?? github.repo;
  const agent = createAgent(createPerson({ ...github, repo }, 'agent'));
  const service = await createService({ ...options, agent });

  /** The options of a step in this world's repository, with the connection's inputs filled in. */
  const step = (more: StepChanges): StepOptions => ({
    actionDir: '.',
    token: github.tokens.action,
    github: { apiUrl: github.url, repository: `${github.owner}/${github.repo}` },
    ...more,
    inputs: {
      'base-url': service.url,
      'project-id': service.projectId,
      'api-key': service.key,
      ...more.inputs,
    },
  });
  return {
    service,
    github,
    step,
    run: (more: StepChanges) => runStep(step(more)),
    async close() {
      await Promise.all([service.close(), given ? undefined : github.close()]);
    },
  };
}
