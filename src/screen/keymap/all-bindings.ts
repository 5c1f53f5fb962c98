import { memoizeLast } from '../../lib/memoize.ts';
import { type Controller, update } from '../../store/controller.ts';
import { dialogClosed, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState, Features, KeyOverrides } from '../../store/state.ts';
import { isSendingChanges } from '../../store/writes/own-writes.ts';
import type { KeyGroup } from '../dialogs/dialog.ts';
import { leave } from '../dialogs/quit.ts';
import { dialogOf, type Screen, screenOf } from '../dialogs/screen.ts';
import { type PaneBinding, withKeyOverride } from '../keys/binding.ts';
import type { Entry } from '../keys/entry.ts';
import { glossaryGroup, type HelpGroup, helpGroups } from './help.ts';
import { entriesFor, otherEntries } from './palette-entries.ts';

/** Key groups of all dialogs and of their steps. */
const dialogKeys = ({ ordered, parts }: Screen): readonly KeyGroup[] =>
  ordered.flatMap((dialog): readonly KeyGroup[] => [
    dialog,
    ...(dialog.steps ?? []),
    ...(dialog.kind === 'row-page' ? tabKeys(parts) : []),
  ]);

/** Keys of the tabs of the page of a row. */
const tabKeys = (parts: Screen['parts']): readonly KeyGroup[] =>
  parts.flatMap(({ rowTabs }) =>
    (rowTabs ?? []).map(({ title, bindings }) => ({ helpTitle: `Page of a row: ${title}`, bindings })),
  );

const withKeys = memoizeLast((bindings: readonly PaneBinding[], keyOverrides: KeyOverrides): readonly PaneBinding[] =>
  bindings.map((binding) => withKeyOverride(binding, keyOverrides)),
);

/** The bindings of the panes with key overrides, without those that follow from a state; needs no running program. */
export function builtInBindings(features: Features, keyOverrides: KeyOverrides): readonly PaneBinding[] {
  const { bindings } = screenOf({ features });
  return keyOverrides.size === 0 ? bindings : withKeys(bindings, keyOverrides);
}

/** Every binding of the panes, with the operator's key overrides, and those that follow from the state. */
export function allBindings(state: ConsoleState): readonly PaneBinding[] {
  const known = builtInBindings(state.features, state.keyOverrides);
  const own = screenOf(state).parts.flatMap(({ bindingsOf }) => bindingsOf?.(state) ?? []);
  return own.length === 0 ? known : [...known, ...own];
}

/** The entries of the palette that match the typed text. */
export function paletteEntries(state: ConsoleState): readonly Entry[] {
  const { id } = screenOf(state).dialogs.palette.openFrom ?? {};
  return entriesFor(
    state,
    allBindings(state).filter((binding) => binding.id !== id),
  );
}

/** All keys as the help shows them. */
export function keyGroups(state: ConsoleState): readonly HelpGroup[] {
  const screen = screenOf(state);
  return [
    ...helpGroups(state.features, state, allBindings(state), dialogKeys(screen), otherEntries(state)),
    glossaryGroup(screen.parts.flatMap((part) => part.words ?? [])),
  ];
}

/** All keys as the docs show them, without a state and without overrides. */
export function documentedKeys(features: Features): readonly HelpGroup[] {
  return helpGroups(features, null, builtInBindings(features, new Map()), dialogKeys(screenOf({ features })));
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

/** Why the console needs a confirmation before it ends; null when it needs none. */
function quitQuestion(state: ConsoleState): string | null {
  const [unsaved] = state.dialogs.flatMap((own) => dialogOf(state, own).unsaved?.(own) ?? []);
  const [goesOn] = state.features.parts.flatMap((part) => part.goesOn?.(state) ?? []);
  return unsaved ?? goesOn ?? null;
}
