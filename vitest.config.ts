import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/** Stories, faults and attacks: the whole program runs in the process of the tests, with an emulated terminal and a clock of its own. */
const STORIES = [
  'test/{attacks,driver,faults,stories,upgrade}/**/*.test.{ts,tsx}',
  'test/features/**/{attacks,stories}/**/*.test.{ts,tsx}',
];

/** What only a program of its own can show: signals, kills, tmux, ssh, shells, other Nodes, deleted features. */
const PROGRAMS = ['test/**/*.program.test.{ts,tsx}'];

/** Stories that `npm run test:all` also runs as programs of their own, in real seconds: they pass both ways. */
const SAMPLE = [
  'change-bid',
  'completion',
  'destroy',
  'filter',
  'get',
  'keys-together',
  'leave',
  'mouse',
  'no-file',
  'place-bid',
  'preempted',
  'read-part',
  'sign-in',
  'usage',
].map((name) => `test/stories/${name}.test.ts`);

/** Tests that live through days of a market, or fill the memory: seconds each, and needless while one writes on something else. */
const SIMULATIONS = [
  'test/sync/freshness/**/*.test.ts',
  'test/faults/{model,part-rows}.test.ts',
  'test/api/large-answers.test.ts',
  'test/contract/every-variant.test.ts',
  'test/features/digest/demo-past.test.ts',
  'test/features/fleet/{console-lost,killed,round-trip}.test.ts',
  'test/features/money/{judged,large-journals}.test.ts',
  'test/features/notify/notify.test.ts',
  'test/features/rules/engine/{judged,schedule,spread-market}.test.ts',
  'test/features/why/judged.test.ts',
  'test/features/rules/runner/all-rules.test.ts',
  'test/features/rules/with-why/behind-days.test.ts',
  'test/features/rules/stories/{rules-journal,rules-lost,rules-slow-lists}.test.ts',
];

const ALL = ['test/**/*.test.{ts,tsx}'];

/** Time after which a test hangs, in milliseconds. No test is expected to be fast. */
const HANGS_MS = 240_000;

export default defineConfig({
  define: { SPOTDECK_VERSION: JSON.stringify('0.0.0-test') },
  test: {
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    reporters: ['default'],
    globalSetup: 'test/temporary-folder.ts',
    setupFiles: ['test/seed.ts'],
    sequence: { sequencer: LongestFirst },
    // More than two cores have: beside another busy program the tests then get a larger share of the processor.
    maxWorkers: 5,
    // Files of a project share a process and what it has loaded: loading takes longer than most of them. None may leave a change behind.
    isolate: false,
    // The built program is loaded as it is.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        test: { name: 'programs', include: PROGRAMS, env: { SPOTDECK_STORIES: 'programs' } },
      },
      { extends: true, test: { name: 'sample', include: SAMPLE, env: { SPOTDECK_STORIES: 'programs' } } },
      { extends: true, test: { name: 'stories', include: STORIES, exclude: [...PROGRAMS, ...SIMULATIONS] } },
      { extends: true, test: { name: 'simulations', include: SIMULATIONS } },
      { extends: true, test: { name: 'parts', include: ALL, exclude: [...PROGRAMS, ...STORIES, ...SIMULATIONS] } },
    ],
  },
});
