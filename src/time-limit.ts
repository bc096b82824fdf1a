/**
 * Stops synchronous work that takes too long, even within a regular expression, where no timer and no signal gets through: then it
 * gives undefined. @param ms milliseconds.
 */
export function createTimeLimit() {
  const { createContext, Script } = process.getBuiltinModule('node:vm');
  const script = new Script('run()');
  const world = createContext({ run: () => {} }); // made once: it costs more than the work
  return <Result>(work: () => Result, ms: number): { readonly result: Result } | undefined => {
    let done: { readonly result: Result } | undefined;
    world.run = () => {
      done = { result: work() };
    };
    try {
      script.runInContext(world, { timeout: ms });
      return done;
    } catch (error) {
      if (isTimeOut(error)) return undefined;
      throw error;
    }
  };
}

/** It comes from that world, and is no Error of ours. */
const isTimeOut = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
