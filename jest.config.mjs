import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const { paths } = JSON.parse(readFileSync('tsconfig.json', 'utf8')).compilerOptions;

export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  setupFiles: ['<rootDir>/__tests__/support/error-instanceof.ts'],
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  // Most of the time goes into waiting for processes, so a machine of two cores gets a third
  // worker.
  maxWorkers: Math.max(3, availableParallelism() - 1),
  // The tests see what the bundle contains: scripts/absent.cjs instead of the packages in `paths`.
  moduleNameMapper: { [`^(${Object.keys(paths).join('|')})$`]: '<rootDir>/scripts/absent.cjs' },
  testTimeout: 60_000,
};
