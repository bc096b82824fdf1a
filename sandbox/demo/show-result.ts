import type { StepResult } from '../runner/step.ts';
import type { Screen } from './screen.ts';

/** Shows the job summary and the outputs that are not empty. */
export function showResult({ outputs, summary }: StepResult, screen: Screen): void {
  screen.section('The job summary, on the page of the run');
  screen.markdown(summary);
  screen.section('The outputs of the step');
  screen.pairs(Object.entries(outputs).filter(([, value]) => value !== ''));
}
