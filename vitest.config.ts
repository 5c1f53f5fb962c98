import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/** Stories and attacks: the whole program runs in the process of the tests, on an emulated terminal and with a clock of its own. */
const STORIES = [
  'test/{attacks,driver,faults,stories,upgrade}/**/!(model).test.{ts,tsx}',
  'test/features/**/{attacks,stories}/**/*.test.{ts,tsx}',
  'test/**/planted-*.test.ts',
  'test/features/machines/reader/{fleet,script,ssh-end,ssh-problems,tools}.test.ts',
  'test/features/ssh/{aliases,own-hosts}.test.ts',
];

/** What only a program of its own can show: signals, kills, tmux, ssh, shells, other Nodes, deleted features. */
const PROGRAMS = ['test/**/*.program.test.{ts,tsx}'];

/** Tests that live through days of a market, or fill the memory: seconds each, and needless while one writes on something else. */
const SIMULATIONS = [
  'test/sync/freshness/**/*.test.ts',
  'test/faults/model.test.ts',
  'test/api/large-answers.test.ts',
  'test/contract/every-variant.test.ts',
  'test/features/digest/demo-past.test.ts',
  'test/features/fleet/{console-lost,killed,round-trip}.test.ts',
  'test/features/money/judged.test.ts',
  'test/features/notify/notify.test.ts',
  'test/features/rules/engine/{judged,schedule,spread-market}.test.ts',
  'test/features/why/judged.test.ts',
  'test/features/rules/runner/all-rules.test.ts',
];

const ALL = ['test/**/*.test.{ts,tsx}'];

export default defineConfig({
  define: { SPOTDECK_VERSION: JSON.stringify('0.0.0-test') },
  test: {
    // A guard against a test that hangs: random cases take their time on a machine that others use, too.
    testTimeout: 120_000,
    hookTimeout: 30_000,
    reporters: ['default'],
    globalSetup: 'test/temporary-folder.ts',
    sequence: { sequencer: LongestFirst },
    // Two cores: those that wait for programs leave room for those that compute, and all run side by side.
    maxWorkers: 4,
    // Files of a project share a process and what it has loaded: loading takes longer than most of them. None may leave a change behind.
    isolate: false,
    // The built program is loaded as it is.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        test: { name: 'programs', include: PROGRAMS, env: { SPOTDECK_STORIES: 'programs' } },
      },
      { extends: true, test: { name: 'stories', include: STORIES, exclude: PROGRAMS } },
      { extends: true, test: { name: 'simulations', include: SIMULATIONS, testTimeout: 300_000 } },
      { extends: true, test: { name: 'parts', include: ALL, exclude: [...PROGRAMS, ...STORIES, ...SIMULATIONS] } },
    ],
  },
});
