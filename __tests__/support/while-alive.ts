/** What a process waits for: it never resolves after the end of the process, because a killed process learns nothing more. */
export const whileAlive =
  (life: AbortSignal) =>
  <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      work.then(
        (result) => life.aborted || resolve(result),
        (error) => life.aborted || reject(error),
      );
    });
