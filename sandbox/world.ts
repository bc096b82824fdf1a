import { createAgent } from './agent.ts';
import { type SandboxClock, systemClock } from './clock.ts';
import { createGitHub, type GitHub } from './github/embedded.ts';
import { createPerson } from './github/person.ts';
import { runStep, type Step, type StepOptions } from './runner/step.ts';
import type { JobScript } from './service/job-script.ts';
import { createService, type Service, type ServiceOptions } from './service/service.ts';

/** The sandbox service connected to the sandbox GitHub, in which its agent opens pull requests. */
export interface World {
  readonly service: Service;
  readonly github: GitHub;
  /** The options of a step in this world's repository, with the connection's inputs filled in. */
  step(options: Pick<StepOptions, 'event'> & Partial<StepOptions>): StepOptions;
  run(options: Pick<StepOptions, 'event'> & Partial<StepOptions>): Step;
  close(): Promise<void>;
}

/** @param actionDir the folder that contains `action.yml` and `dist`. */
export async function createWorld(actionDir: string, job: Partial<JobScript> = {}): Promise<World> {
  const github = await createGitHub();
  const world = await joinWorld({ actionDir, github, job });
  return {
    ...world,
    async close() {
      await Promise.all([world.close(), github.close()]);
    },
  };
}

interface Parts {
  readonly actionDir: string;
  readonly github: GitHub;
  readonly job: Partial<JobScript>;
  readonly clock?: SandboxClock;
  /**
   * Another repository of the same owner, in which the agent opens its pull requests; created here, with the same pages. Default: the
   * repository of the workflow.
   */
  readonly agentRepository?: string | undefined;
  /** Further options of the service. */
  readonly serviceOptions?: ServiceOptions;
}

/** A world in an existing GitHub, which stays open when the world is closed. */
export async function joinWorld({
  actionDir,
  github,
  job,
  clock = systemClock,
  agentRepository,
  serviceOptions,
}: Parts): Promise<World> {
  if (agentRepository) github.addRepository(agentRepository);
  const repo = agentRepository ?? github.repo;
  const agent = createAgent(createPerson({ ...github, repo }, 'agent'));
  const service = await createService({ ...serviceOptions, agent, job, clock });

  const step: World['step'] = (options) => ({
    actionDir,
    token: github.tokens.action,
    github: { apiUrl: github.url, repository: `${github.owner}/${github.repo}` },
    ...options,
    inputs: {
      'base-url': service.url,
      'project-id': service.projectId,
      'api-key': service.key,
      ...options.inputs,
    },
  });
  return {
    service,
    github,
    step,
    run: (options) => runStep(step(options)),
    close: () => service.close(),
  };
}
