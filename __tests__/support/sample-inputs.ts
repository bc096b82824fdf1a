import { InputError } from '../../src/errors.ts';
import type { Inputs } from '../../src/inputs/inputs.ts';
import { readInputs } from '../../src/inputs/inputs.ts';

export type Given = Readonly<Record<string, string>>;

/** The required inputs. */
export const MINIMUM: Given = {
  'base-url': 'https://agent.example',
  'project-id': 'p1',
  'api-key': 'docs_key',
};

/** The environment in which the runner starts a step with these inputs. */
export const environment = (given: Given): Given =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
  );

export const inputs = (given: Given): Inputs =>
  readInputs(environment({ ...MINIMUM, ...given }), (text) => text);

/** The error for unusable inputs; undefined if they are usable. */
export function refusalOf(given: Given): InputError | undefined {
  try {
    inputs(given);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

export const complaint = (given: Given): string => refusalOf(given)?.message ?? '';
