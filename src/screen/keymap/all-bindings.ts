import { customCommandBindings } from '../../features/commands/bindings.ts';
import type { CustomCommand } from '../../features/commands/custom-command.ts';
import { output, runs } from '../../features/commands/dialogs.ts';
import { digest } from '../../features/digest/dialog.ts';
import { bidHistory } from '../../features/history/dialog.ts';
import { idleBindings } from '../../features/machines/idle-bindings.ts';
import { machineBindings } from '../../features/machines/machine-bindings.ts';
import { priceBindings } from '../../features/money/bindings.ts';
import { exposure } from '../../features/money/dialogs/exposure.ts';
import { replayBindings } from '../../features/replay/bindings.ts';
import { rotation } from '../../features/rotation/dialog.ts';
import { ruleBindings } from '../../features/rules/bindings.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import { type Controller, update } from '../../store/controller.ts';
import { dialogClosed, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import type { DialogKind, DialogState } from '../../store/dialogs/dialog-state.ts';
import type { KeyOverrides } from '../../store/key-names.ts';
import type { ConsoleState } from '../../store/state.ts';
import { isSendingChanges } from '../../store/writes/own-writes.ts';
import { columns } from '../dialogs/columns.ts';
import { confirm } from '../dialogs/confirm.ts';
import { copy } from '../dialogs/copy.ts';
import { detail } from '../dialogs/detail.ts';
import type { Dialog, Dialogs, KeyGroup } from '../dialogs/dialog.ts';
import { filter } from '../dialogs/filter.ts';
import { firstRun } from '../dialogs/first-run.ts';
import { form } from '../dialogs/form.ts';
import { leaving } from '../dialogs/leaving.ts';
import { previewBindings } from '../dialogs/preview.ts';
import { leave, quitDialog } from '../dialogs/quit.ts';
import { requests } from '../dialogs/requests.ts';
import { secret } from '../dialogs/secret.ts';
import { signIn } from '../dialogs/sign-in.ts';
import { sort } from '../dialogs/sort.ts';
import { switchProject } from '../dialogs/switch.ts';
import { type PaneBinding, withKeyOverride } from '../keys/binding.ts';
import { eventGroupBindings } from './event-group-bindings.ts';
import { globalBindings } from './global-bindings.ts';
import { type HelpGroup, helpGroups } from './help.ts';
import { createHelp } from './help-dialog.ts';
import { listBindings } from './list-bindings.ts';
import { createPalette } from './palette.ts';
import type { Entry } from './palette-commands.ts';
import { entriesFor, otherEntries } from './palette-entries.ts';
import { actionBindings } from './resource-bindings.ts';
import { sizeBindings } from './size-bindings.ts';
import { tapBindings } from './tap-bindings.ts';

/** Every dialog, in the order of the help. Input, hints, help, palette, text focus and drawing read this table. */
export const dialogs: Dialogs = {
  'first-run': firstRun,
  detail,
  filter,
  history: bidHistory,
  requests,
  form,
  confirm,
  palette: createPalette(paletteEntries),
  help: createHelp(keyGroups),
  columns,
  sort,
  exposure,
  digest,
  runs,
  output,
  copy,
  secret,
  rotation,
  switch: switchProject,
  'sign-in': signIn,
  quit: quitDialog(quit),
  leaving,
};

/** Returns the record of an open dialog. */
export function dialogOf<Kind extends DialogKind>(own: DialogState<Kind>): Dialog<Kind> {
  return dialogs[own.kind];
}

/** Key groups of all dialogs and of their steps. */
const dialogKeys: readonly KeyGroup[] = Object.values(dialogs).flatMap((dialog): readonly KeyGroup[] => [
  dialog,
  ...(dialog.steps ?? []),
]);

const builtInBindings: readonly PaneBinding[] = [
  ...tapBindings,
  ...actionBindings,
  ...eventGroupBindings,
  ...Object.values(dialogs).flatMap(({ openFrom }) => openFrom ?? []),
  ...listBindings,
  ...previewBindings,
  ...globalBindings,
  ...machineBindings,
  ...priceBindings,
  ...ruleBindings,
  ...idleBindings,
  ...sizeBindings,
  ...replayBindings,
];

const withKeys = memoizeLast((keyOverrides: KeyOverrides): readonly PaneBinding[] =>
  builtInBindings.map((binding) => withKeyOverride(binding, keyOverrides)),
);

const withCustomCommands = memoizeLast(
  (known: readonly PaneBinding[], commands: readonly CustomCommand[]): readonly PaneBinding[] => [
    ...known,
    ...customCommandBindings(commands),
  ],
);

/** Returns every binding of the panes, with the operator's key overrides and custom commands; needs no running program. */
export function allBindings(
  keyOverrides: KeyOverrides,
  commands: readonly CustomCommand[] = [],
): readonly PaneBinding[] {
  const known = keyOverrides.size === 0 ? builtInBindings : withKeys(keyOverrides);
  return commands.length === 0 ? known : withCustomCommands(known, commands);
}

/** Returns the entries of the palette that match the typed text. */
export function paletteEntries(state: ConsoleState): readonly Entry[] {
  const { id } = dialogs.palette.openFrom ?? {};
  return entriesFor(
    state,
    allBindings(state.keyOverrides, state.customCommands).filter((binding) => binding.id !== id),
  );
}

/** Returns all keys as help and docs show them; without a state those without overrides. */
export function keyGroups(state: ConsoleState | null): readonly HelpGroup[] {
  const bindings = allBindings(state?.keyOverrides ?? new Map(), state?.customCommands);
  return helpGroups(state, bindings, dialogKeys, state === null ? [] : otherEntries(state));
}

/**
 * Ends the program, or opens the quit dialog when something would be lost. A form that is sent comes back or closes with its answer, so
 * that is waited for first.
 */
export function quit(controller: Controller): void {
  const state = controller.store.getState();
  const isSending = state.dialogs.some((own) => own.kind === 'form' && own.step.kind === 'sending');
  const why = isSending ? null : quitQuestion(state);
  if (why === null) leave(controller);
  else update(controller, (state) => dialogOpened(state, { kind: 'quit', why }));
}

/** Ends the program, as `quit` does, once what the operator waits for in the dialog is answered. Returns a function that stops it. */
export function quitWhenAnswered(controller: Controller): () => void {
  return controller.store.subscribe((state) => {
    if (topDialog(state)?.kind !== 'leaving' || isSendingChanges(state)) return;
    update(controller, dialogClosed);
    quit(controller);
  });
}

/** Returns why the console needs a confirmation before it ends; null when it needs none. */
function quitQuestion({ dialogs, lists }: ConsoleState): string | null {
  const [unsaved] = dialogs.flatMap((own) => dialogOf(own).unsaved?.(own) ?? []);
  if (unsaved !== undefined) return unsaved;
  const open = [...lists.sessions.rows.values()].filter(({ row }) => row.endedAt === null).length;
  if (open === 0) return null;
  return open === 1 ? 'An SSH session is open.' : `${open} SSH sessions are open.`;
}
