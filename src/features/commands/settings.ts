import { ownSetting } from '../../config/own-setting.ts';
import type { CustomCommand } from './command-record.ts';

/** The program that is run once for each preemption of a bid; null without one. */
export const onPreempt = ownSetting<readonly string[] | null>({
  name: 'onPreempt',
  flag: null,
  environment: 'SPOTDECK_ON_PREEMPT',
  allowed: 'a JSON list of a program and its arguments, such as ["notify-me", "{name}"]',
  help: 'Program to run once for each preemption of a bid. Placeholders such as {fid} and {name} work as in custom commands.',
  readBy: 'console',
  schema: async ({ panes }) => (await import('./schemas.ts')).bidProgram(await panes()),
  fallback: null,
  after: 'preemption',
  example: '["notify-me", "{name}"]',
});

/** The custom commands of the operator. */
export const customCommands = ownSetting<readonly CustomCommand[]>({
  name: 'commands',
  flag: null,
  environment: null,
  allowed: 'a list of commands, each as [[commands]] with name, panes and run',
  help: 'Custom commands: programs that run on rows of a pane, from a key or the palette.',
  readBy: 'console',
  schema: async ({ panes }) => (await import('./schemas.ts')).commandList(await panes()),
  fallback: [],
  after: 'keys',
  see: 'docs/configuration.md, "Custom commands"',
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
