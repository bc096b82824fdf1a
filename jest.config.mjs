import { availableParallelism } from 'node:os';

export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  setupFiles: ['<rootDir>/__tests__/support/one-realm.ts'],
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  // Most of the time goes into waiting for processes, so a machine of two cores gets a second worker.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  testTimeout: 60_000,
  reporters: ['default', '<rootDir>/scripts/slowest-tests.ts'],
};
