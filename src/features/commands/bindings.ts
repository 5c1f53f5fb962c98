import type { Outcome } from '../../api/result.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import type { Panes } from '../../resources/panes.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { PaneBinding } from '../../screen/keys/binding.ts';
import type { Controller } from '../../store/controller.ts';
import { hiddenMarks, targetsIn, whyGone } from '../../store/lists/visible-rows.ts';
import { ask } from '../../store/questions/ask.ts';
import { commandRefused } from '../../store/read-only.ts';
import { refusedWithoutService } from '../../store/shown-instead.ts';
import type { CustomCommand } from './command-record.ts';
import { commandPanes } from './custom-command.ts';

/** Runs a command on the marked rows or the row under the cursor, or opens its confirmation. */
function begin(controller: Controller, command: CustomCommand, pane: PaneName): void {
  const now = controller.store.getState();
  const fids = targetsIn(now, pane).map(({ fid }): string => fid);
  const hidden = hiddenMarks(now, pane);
  ask(controller, { kind: 'custom-command', command, pane, fids, hidden }, 'y');
}

/** The operator's custom commands as bindings of their panes. */
export const customCommandBindings = memoizeLast(
  (commands: readonly CustomCommand[], panes: Panes): readonly PaneBinding[] =>
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

/** Checks the keys of custom commands before they are used: each must be free in the panes of its command. */
export function checkCustomCommandKeys(
  commands: readonly CustomCommand[],
  others: readonly PaneBinding[],
  panes: Panes,
): Outcome<readonly CustomCommand[], { readonly command: CustomCommand; readonly why: string }> {
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
    return { ok: false, error: { command, why } };
  }
  return { ok: true, value: commands };
}
