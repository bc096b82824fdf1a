import { expect, test } from '@jest/globals';
import { labeled } from './events.ts';
import { CREATE } from './faults.ts';
import { pulled } from './pull-events.ts';
import { createWorld } from './world.ts';

const ADVICE = [
  {
    event: 'labeled',
    label: 'docs',
    advice: 'let another account than its author set the label `docs`',
    never: ' or set',
  },
  {
    event: 'opened',
    label: 'docs',
    advice: 'let another account than its author set the label `docs`',
    never: ' or set',
  },
  { event: 'opened', label: '*', advice: 'comment `/docs`', never: 'label' },
];

test.each(ADVICE)(
  'a pull request that may be the agent’s, $event where the label is $label: the advice can be followed',
  async (row) => {
    const world = createWorld();
    world.service.script = { seconds: 600, prLink: null };
    await world.run({ event: labeled(), inputs: { wait: 'false' } });
    await world.time.during(world.time.sleep(60_000));
    const event = pulled(row.event, { number: 45, at: world.time.now() });
    const ended = await world.run({
      event,
      run: 8,
      inputs: { context: 'none', prompt: 'x', 'trigger-label': row.label },
    });
    expect([ended.verdict, world.count(CREATE)]).toEqual(['skipped', 1]);
    const [, said = ''] = ended.log.split('If it is not, ');
    expect(said).toContain(row.advice);
    expect(said).not.toContain(row.never);
  },
);
