import { defineConfig } from 'vitest/config';

/**
 * Tests that start programs. On a machine that others use, too, one of a thousand may come too late; `.ci/run` gives these a second
 * try and prints what needed it. Tests of parts have none: a random case that fails once has failed.
 */
const PROGRAMS = [
  'test/{attacks,driver,faults,stories}/**/!(model).test.{ts,tsx}',
  'test/features/**/{attacks,stories}/**/*.test.{ts,tsx}',
];

export default defineConfig({
  define: { SPOTDECK_VERSION: JSON.stringify('0.0.0-test') },
  test: {
    // A guard against a test that hangs: random cases take their time on a machine that others use, too.
    testTimeout: 120_000,
    hookTimeout: 30_000,
    reporters: ['default'],
    globalSetup: 'test/temporary-folder.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'programs',
          include: PROGRAMS,
          testTimeout: 60_000,
          retry: Number(process.env['SPOTDECK_TEST_RETRIES'] ?? 0),
          // They wait for the programs most of the time.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: PROGRAMS,
          // One for each core of the smallest machine that runs them.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
