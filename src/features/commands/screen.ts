import { memoizeLast } from '../../lib/memoize.ts';
import { own } from '../../lib/typed-key.ts';
import type { Panes } from '../../resources/panes.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { ask } from '../../screen/keymap/key-to-write.ts';
import type { PaneBinding } from '../../screen/keys/binding.ts';
import { type Controller, withRemote } from '../../store/controller.ts';
import { liveRows } from '../../store/disabled-reason.ts';
import { hiddenMarks, targetsIn, whyGone } from '../../store/lists/visible-rows.ts';
import { nameOf } from '../../store/panes/row-detail.ts';
import { leftOutLines } from '../../store/question.ts';
import type { QuestionRecord } from '../../store/questions/record.ts';
import { commandRefused, refusedWithoutService } from '../../store/read-only.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type CustomCommand, commandPanes } from './custom-command.ts';
import { commandTargets } from './custom-commands.ts';
import { output, runs } from './dialogs.ts';
import { customCommands } from './settings.ts';

function begin(controller: Controller, command: CustomCommand, pane: PaneName): void {
  const now = controller.store.getState();
  const fids = targetsIn(now, pane).map(({ fid }): string => fid);
  const hidden = hiddenMarks(now, pane);
  ask(controller, { kind: 'custom-command', command, pane, fids, hidden }, 'y');
}

const customCommandBindings = memoizeLast((commands: readonly CustomCommand[], panes: Panes): readonly PaneBinding[] =>
  commands.flatMap((command) =>
    commandPanes(command, panes).map(
      (pane): PaneBinding => ({
        id: `own ${command.name}`,
        keys: command.key === null ? [] : [command.key],
        label: command.name,
        hint: command.key === null ? null : command.name.toLowerCase(),
        scope: pane,
        disabled: (state) =>
          refusedWithoutService(state, 'nothing can be run on it.') ??
          commandRefused(command, state.connected) ??
          (targetsIn(state, pane).length === 0 ? whyGone(state, pane) : null),
        run: (controller) => begin(controller, command, pane),
      }),
    ),
  ),
);

/** The first command with a key not free in one of its panes; null without one. */
export function takenKey(
  commands: readonly CustomCommand[],
  others: readonly PaneBinding[],
  panes: Panes,
): { readonly command: CustomCommand; readonly why: string } | null {
  const bindings = customCommandBindings(commands, panes);
  const owners = commands.flatMap((command) => commandPanes(command, panes).map(() => command));
  for (const [at, command] of owners.entries()) {
    const binding = bindings[at];
    const around = [...others, ...bindings.slice(0, at)].filter(
      ({ scope }) => scope === binding?.scope || scope === 'list' || scope === 'everywhere',
    );
    const other = around.find(({ keys }) => keys.some((key) => key === command.key));
    if (other === undefined) continue;
    const why = `the key ${command.key} of "${command.name}" already means: ${other.label}. Give one of them another key.`;
    return { command, why };
  }
  return null;
}

declare module '../../store/question.ts' {
  interface Requests {
    readonly 'custom-command': ChosenRows & { readonly command: CustomCommand; readonly pane: PaneName };
  }
}

const runCommand: QuestionRecord<'custom-command'> = {
  now: (state, { command, pane, fids }) => {
    const present = liveRows(state, pane, fids).map(({ fid }): string => fid);
    if (present.length === 0) return { ok: false, error: `The rows are gone, so ${command.name} was not run.` };
    const names = commandTargets(state, pane, present).map(
      ({ list, fid, part }) => `${nameOf(state, list, fid)}${part === null ? '' : ` (${part.words})`}`,
    );
    const gone = fids.length - present.length;
    const leftOut = gone === 0 ? null : `${gone} of ${fids.length} ${gone === 1 ? 'is' : 'are'} gone`;
    const { run } = command;
    return {
      ok: true,
      value: {
        sentence: command.name,
        title: command.name,
        lines: [
          { text: run.kind === 'shell' ? run.line : run.parts.join(' '), tone: 'strong' },
          { text: `on ${names.join(', ')}` },
          ...leftOutLines(leftOut),
        ],
        review: [],
        rows: present,
        writes: [],
        answer: command.confirm ? { by: 'key' } : { by: 'nothing' },
        leftOut,
        reads: [],
      },
    };
  },
  carryOut: (controller, { command, pane }, { rows }) =>
    withRemote(controller, (remote) => remote.runCustom?.(command, pane, rows)),
};

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly customCommands?: readonly CustomCommand[];
  }
}

const NONE: readonly CustomCommand[] = [];

const customCommandsOf = ({ customCommands = NONE }: Pick<ConsoleState, 'customCommands'>): readonly CustomCommand[] =>
  customCommands;

export const screen = {
  dialogs: { runs, output },
  place: { before: 'copy' },
  questions: { 'custom-command': runCommand },
  configured: (settings, others, { panes }) => {
    const commands = own(settings, customCommands);
    const taken = takenKey(commands, others, panes);
    if (taken === null) return { ok: true, value: { customCommands: commands } };
    const { command, why } = taken;
    return { ok: false, error: { setting: 'commands', path: [String(commands.indexOf(command)), 'key'], why } };
  },
  bindingsOf: (state) => customCommandBindings(customCommandsOf(state), state.features.panes),
} satisfies ScreenParts;
