import { expect, test } from 'vitest';
import { type Program, programs } from '../../src/app/programs.ts';
import { broughtBy } from '../brought.ts';
import { filesWith } from './sources.ts';

const brought = await broughtBy<{ readonly programs: Readonly<Record<string, Program>> }>('programs.ts');

const callersOf = (name: string): readonly string[] => filesWith(new RegExp(`(?<!function )\\b${name}\\(`));

test.each(['createPoller', 'createWriting', 'syncJournal', 'watchToken'])(
  '%s is called by the runtime alone: no program has a wiring of its own',
  (name) => {
    expect(callersOf(name)).toEqual(['src/app/runtime.ts']);
  },
);

test.each([
  ['startNotifications', 'notify/running'],
  ['followRules', 'rules/running'],
  ['createCollector', 'machines/running'],
  ['createIdleEvents', 'machines/running'],
  ['createDigestOpener', 'digest/running'],
  ['createMoneyReader', 'money/running'],
  ['createProbeScheduler', 'ssh/running'],
  ['watchHook', 'commands/running'],
])('%s is called by what its feature does in a runtime, which starts it', (name, file) => {
  expect(callersOf(name)).toEqual([`src/features/${file}.ts`]);
});

test('a runtime is made by the console and by the programs without a screen, and those are one function', () => {
  expect(callersOf('createRuntime')).toEqual(['src/app/console.ts', 'src/command/headless.ts']);
  expect(callersOf('openHeadless')).toEqual([
    'src/cli/commands/watch.ts',
    'src/features/machines/commands/top-watch.ts',
    'src/features/metrics/exporter.ts',
    'src/features/rules/commands/autopilot.ts',
  ]);
});

test('journals are opened by the shared journals of a program, and by what ends at once', () => {
  const isReplay = (path: string): boolean => path.startsWith('src/features/replay/');
  expect(callersOf('openJournal').filter((path) => !isReplay(path))).toEqual([
    'src/app/journals.ts',
    'src/cli/journal-thread.ts',
    'src/command/read-journal.ts',
    'src/command/send.ts',
    ...[
      'fleet/commands/apply',
      'machines/commands/top',
      'notify/commands/notify',
      'pause-sets/command',
      'rotation/command',
      'rules/commands/autopilot-change',
      'rules/commands/doctor-rules',
    ].map((file) => `src/features/${file}.ts`),
  ]);
});

test('only the console and the autopilot send changes and run rules, and only the console sends those of keys', () => {
  const all = [programs, ...brought.map((feature) => feature.programs)].flatMap((some) => Object.entries(some));
  expect(all.flatMap(([name, { sends }]) => (sends === 'nothing' ? [] : [[name, sends]]))).toEqual([
    ['console', 'all'],
    ['autopilot', 'of-agents'],
  ]);
  expect(all.flatMap(([name, { agents }]) => (agents === 'run' ? [name] : []))).toEqual(['console', 'autopilot']);
});
