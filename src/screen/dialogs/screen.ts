import type { Outcome } from '../../api/result.ts';
import type { TypedValues } from '../../lib/typed-key.ts';
import type { Word } from '../../resources/glossary.ts';
import type { OwnWork } from '../../resources/resource.ts';
import type { Controller } from '../../store/controller.ts';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import type { ConsoleState, Features } from '../../store/state.ts';
import type { Entry, PaletteCommand, PaneBinding } from '../keys/binding.ts';
import type { Dialog, Dialogs, Room, RowTab } from './dialog.ts';
import type { DialogLine, Segment } from './line.ts';

/** A feature's part of an action; `fid` is the row under the cursor. */
export type Work = (controller: Controller, fid: string | null) => void;

/** The place of a feature's dialogs in help and docs. */
export type Place = { readonly after: DialogKind } | { readonly before: DialogKind };

/** A wrong key in the config file: its setting, its place, and why. */
export type WrongKey = { readonly setting: string; readonly path: readonly string[]; readonly why: string };

/** A command that is gone: for one release a sentence names the new way. */
export type MovedCommand = {
  readonly command: string;
  readonly key: string;
  readonly says: (state: ConsoleState) => string;
};

/** Above the main panes, or above a page. */
export type Strip = {
  readonly title: (state: ConsoleState) => readonly Segment[];
  readonly lines: (state: ConsoleState, room: Room) => readonly DialogLine[];
};

/** A feature's part of the screen. */
export type ScreenParts<Brought extends object = object, Questions extends object = object> = {
  readonly dialogs?: Brought;
  /** Where its part stands; at the end without it. */
  readonly place?: Place;
  readonly questions?: Questions;
  /** Words it adds to the glossary. */
  readonly words?: readonly Word[];
  /** How its own actions are carried out. */
  readonly works?: readonly (readonly [OwnWork, Work])[];
  readonly bindings?: readonly PaneBinding[];
  readonly moved?: readonly MovedCommand[];
  /** Their keys are checked elsewhere. */
  readonly bindingsOf?: (state: ConsoleState) => readonly PaneBinding[];
  /** The keys of its settings, or their fault. */
  readonly configured?: (
    settings: { readonly own: TypedValues },
    others: readonly PaneBinding[],
    features: Features,
  ) => Outcome<Partial<ConsoleState>, WrongKey>;
  /** Tabs it adds to the pages of rows. */
  readonly rowTabs?: readonly RowTab[];
  /** Typed with a name. */
  readonly paletteCommands?: readonly PaletteCommand[];
  /** Entries without a binding. */
  readonly paletteEntries?: (state: ConsoleState) => readonly Entry[];
  /** While its state has something for it. */
  readonly strip?: Strip;
  /** Above a page. */
  readonly above?: Strip;
  /** Reads rows for its entries. */
  readonly paletteOpens?: (controller: Controller) => void;
};

/** The screen parts of all features together. */
export type LoadedScreen<Brought extends object, Questions extends object> = {
  readonly dialogs: Brought;
  readonly questions: Questions;
  readonly parts: readonly ScreenParts[];
};

export type Screen = {
  readonly dialogs: Dialogs;
  /** In the order of the help. */
  readonly ordered: readonly Dialogs[DialogKind][];
  /** Without key overrides. */
  readonly bindings: readonly PaneBinding[];
  readonly parts: readonly ScreenParts[];
};

declare module '../../store/state.ts' {
  interface Features {
    /** Absent in a program without a screen. */
    readonly screen?: Screen;
    /** Absent in a program without a screen. */
    readonly works?: ReadonlyMap<OwnWork, Work>;
  }
}

/** @throws in a program without a screen. */
export function screenOf({ features }: Pick<ConsoleState, 'features'>): Screen {
  if (features.screen === undefined) throw new Error('This program has no screen.');
  return features.screen;
}

export function dialogOf<Kind extends DialogKind>(
  state: Pick<ConsoleState, 'features'>,
  own: DialogState<Kind>,
): Dialog<Kind> {
  return screenOf(state).dialogs[own.kind];
}
