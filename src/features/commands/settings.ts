import { ownSetting } from '../../config/own-setting.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import { own, type TypedValues } from '../../lib/typed-key.ts';
import type { CustomCommand } from './custom-command.ts';
import type { Hook } from './hook.ts';

const hookSetting = (name: string, environment: string, help: string) =>
  ownSetting<readonly string[] | null>({
    name,
    flag: null,
    environment,
    allowed: 'a JSON list of a program and its arguments, such as ["notify-me", "{name}"]',
    help,
    live: true,
    readBy: 'console',
    schema: async ({ panes }) => (await import('./schemas.ts')).bidProgram(await panes()),
    fallback: null,
    after: 'preemption',
    example: '["notify-me", "{name}"]',
  });

export const onPreempt = hookSetting(
  'onPreempt',
  'SPOTDECK_ON_PREEMPT',
  'Program to run once for each preemption of a bid. Placeholders such as {fid} and {name} work as in custom commands.',
);

export const onThin = hookSetting(
  'onThin',
  'SPOTDECK_ON_THIN',
  'Program to run once when a bid gets thin: docs/bids.md, Headroom.',
);

export const hookSettings = { on_preempt: onPreempt, on_thin: onThin } as const satisfies Readonly<
  Record<Hook, object>
>;

export const programTimeout = ownSetting<number>({
  name: 'programTimeout',
  flag: null,
  environment: 'SPOTDECK_PROGRAM_TIMEOUT',
  allowed: 'a number of minutes from 0.1 to 1440',
  help: 'Minutes after which the program of on_preempt, on_thin or of a custom command in the background is ended, with all that it started.',
  live: true,
  readBy: 'console',
  schema: ({ numberFrom }) => numberFrom(0.1, 1440),
  fallback: 10,
  after: 'preemption',
});

/** The limit of `programTimeout`, in milliseconds. */
export const maxMsOf = (settings: { readonly own: TypedValues }): number => own(settings, programTimeout) * MINUTE_MS;

export const customCommands = ownSetting<readonly CustomCommand[]>({
  name: 'commands',
  flag: null,
  environment: null,
  allowed: 'a list of commands, each as [[commands]] with name, panes and run',
  help: 'Custom commands: programs that run on rows of a pane, from a key or the palette.',
  live: true,
  readBy: 'console',
  schema: async ({ panes }) => (await import('./schemas.ts')).commandList(await panes()),
  fallback: [],
  after: 'keys',
  see: 'docs/metrics.md, "Own programs"',
  example: {
    table: [
      '[[commands]]',
      'name = "GPU use"',
      'key = "w"',
      'panes = ["instances"]',
      'run = ["ssh", "--", "{ssh_host}", "nvidia-smi"]',
      '',
      '[[commands]]',
      'name = "Processes of the marked GPUs"',
      'panes = ["instances"]',
      'run = ["ssh", "--", "{ssh_host}", "nvidia-smi", "pmon", "-c", "1", "-i", "{gpus}"]',
    ],
  },
});
