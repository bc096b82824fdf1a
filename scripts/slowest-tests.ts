import { relative } from 'node:path';

/** The part of Jest's results that this reporter reads. */
interface Results {
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly testResults: readonly { readonly fullName: string; readonly duration?: number | null }[];
  }[];
}

const COUNT = 10;

/** A Jest reporter that prints the slowest tests after a run of several files. */
export default class SlowestTests {
  onRunComplete(_: unknown, { testResults }: Results): void {
    if (testResults.length < 2) return;
    const tests = testResults.flatMap(({ testFilePath, testResults: ofFile }) =>
      ofFile.map(({ fullName, duration }) => ({ file: relative('', testFilePath), fullName, ms: duration ?? 0 })),
    );
    const slowest = tests.sort((a, b) => b.ms - a.ms).slice(0, COUNT);
    const lines = slowest.map(({ file, fullName, ms }) => `${String(ms).padStart(7)} ms  ${file}: ${fullName}`);
    console.log(`\nThe ${slowest.length} slowest tests:\n${lines.join('\n')}`);
  }
}
