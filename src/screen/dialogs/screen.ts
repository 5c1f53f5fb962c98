import type { Outcome } from '../../api/result.ts';
import type { TypedValues } from '../../lib/typed-key.ts';
import type { Word } from '../../resources/glossary.ts';
import type { OwnWork } from '../../resources/resource.ts';
import type { Controller } from '../../store/controller.ts';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import type { Work } from '../../store/run-action.ts';
import type { ConsoleState, Features } from '../../store/state.ts';
import type { PaneBinding } from '../keys/binding.ts';
import type { Entry, PaletteCommand } from '../keys/entry.ts';
import type { Dialog, Dialogs, Room } from './dialog.ts';
import type { DialogLine, Segment } from './line.ts';
import type { RowTab } from './row-tab.ts';

/** Where dialogs of a feature stand in help and docs: right behind or before one of the kernel's. */
export type Place = { readonly after: DialogKind } | { readonly before: DialogKind };

/** A key in the config file that can't be: the setting and the place in it, and why. */
export type WrongKey = { readonly setting: string; readonly path: readonly string[]; readonly why: string };

/** A command that is gone, with the key that it had: for one release a sentence says where its action went. */
export type MovedCommand = {
  readonly command: string;
  readonly key: string;
  readonly says: (state: ConsoleState) => string;
};

/** The strip above the main panes, or above a page: its title, and its lines, which are at most as many as there is room for. */
export type Strip = {
  readonly title: (state: ConsoleState) => readonly Segment[];
  readonly lines: (state: ConsoleState, room: Room) => readonly DialogLine[];
};

/** What a feature brings to the screen. Its parts are listed in the order of the features, after those of the kernel unless said otherwise. */
export type ScreenParts<Brought extends object = object, Questions extends object = object> = {
  /** The records of its dialogs, by kind. */
  readonly dialogs?: Brought;
  /** The place of its dialogs in the help; by default the end. */
  readonly place?: Place;
  /** The records of its requests, by kind. */
  readonly questions?: Questions;
  /** Its words that a newcomer can't know. */
  readonly words?: readonly Word[];
  /** What it does for the actions that begin its work. */
  readonly works?: readonly (readonly [OwnWork, Work])[];
  readonly bindings?: readonly PaneBinding[];
  /** Its commands of the last release that are gone. */
  readonly moved?: readonly MovedCommand[];
  /** Bindings that follow from the state; their keys are checked where they come from. */
  readonly bindingsOf?: (state: ConsoleState) => readonly PaneBinding[];
  /** Takes what its settings give keys, beside all bindings that have theirs from elsewhere; or says what of them is wrong. */
  readonly configured?: (
    settings: { readonly own: TypedValues },
    others: readonly PaneBinding[],
    features: Features,
  ) => Outcome<Partial<ConsoleState>, WrongKey>;
  /** Tabs that it adds to the pages of rows. */
  readonly rowTabs?: readonly RowTab[];
  /** Commands that are typed into the palette with a name; before the kernel's. */
  readonly paletteCommands?: readonly PaletteCommand[];
  /** Entries of the palette that are no bindings; before the kernel's. */
  readonly paletteEntries?: (state: ConsoleState) => readonly Entry[];
  /** Draws the strip above the main panes, while its part of the state has something for it. */
  readonly strip?: Strip;
  /** Draws the lines above a page, while its part of the state wants some. */
  readonly above?: Strip;
  /** Called before the palette opens, to read what its entries need. */
  readonly paletteOpens?: (controller: Controller) => void;
};

/** What all features together bring to the screen. */
export type LoadedScreen<Brought extends object, Questions extends object> = {
  readonly dialogs: Brought;
  readonly questions: Questions;
  readonly parts: readonly ScreenParts[];
};

/** What the screen is made of. Input, hints, help, palette, text focus and drawing read it. */
export type Screen = {
  readonly dialogs: Dialogs;
  /** All dialogs in the order of the help. */
  readonly ordered: readonly Dialogs[DialogKind][];
  /** The bindings of the panes, without the operator's key overrides. */
  readonly bindings: readonly PaneBinding[];
  /** The parts of the features. */
  readonly parts: readonly ScreenParts[];
};

declare module '../../store/state.ts' {
  interface Features {
    /** Absent in a program without a screen. */
    readonly screen?: Screen;
  }
}

/** What the screen is made of. @throws in a program without one. */
export function screenOf({ features }: Pick<ConsoleState, 'features'>): Screen {
  if (features.screen === undefined) throw new Error('This program has no screen.');
  return features.screen;
}

/** The record of an open dialog. */
export function dialogOf<Kind extends DialogKind>(
  state: Pick<ConsoleState, 'features'>,
  own: DialogState<Kind>,
): Dialog<Kind> {
  return screenOf(state).dialogs[own.kind];
}
