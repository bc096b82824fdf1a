import { stateOf } from '../github.ts';
import type { World } from '../world.ts';
import type { RuleOf } from './rule.ts';

/** If nothing goes wrong, a report at the end says how many jobs, follow-ups and pull requests there were. */
export const reports: RuleOf = (world, judge) => ({
  name: 'reports',
  onEnd({ occasion, result, what, name }) {
    if (occasion.inputs.operation !== 'report' || what === 'post' || !result) return [];
    return judge('reports count', !world.setup.isQuiet && 'faults, people or other keys may hide comments', () => {
      const { jobs, followUps, pullRequests } = JSON.parse(result.outputs.report || '{}');
      const [counted, expected] = [{ jobs, followUps, pullRequests }, expectedIn(world)].map((each) =>
        JSON.stringify(each),
      );
      return counted === expected ? [] : [`${name} counts ${counted} instead of ${expected}`];
    });
  },
});

/** As the models of the service and of GitHub know it. */
function expectedIn({ service, github }: World) {
  const jobs = [...service.jobs.values()];
  const links = new Set(jobs.flatMap(({ prompts }) => prompts.flatMap(({ outcome: { prLink } }) => prLink ?? [])));
  const opened = [...github.pulls.values()].filter(({ url }) => links.has(url));
  const count = (state: string) => opened.filter((pull) => stateOf(pull) === state).length;
  return {
    jobs: jobs.length,
    followUps: jobs.reduce((sum, { prompts }) => sum + prompts.length - 1, 0),
    pullRequests: {
      opened: links.size,
      merged: count('merged'),
      closed: count('closed'),
      open: count('open'),
      unreadable: links.size - opened.length, // those in another repository, which is private
    },
  };
}
