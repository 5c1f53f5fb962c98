// store: the state without a screen: lists, views, dialogs, questions and writes as data, pure transitions, derived values.

import type { ServiceList } from '../contract/lists.ts';
import type { UsedFile } from '../journal/file.ts';
import type { Money } from '../lib/money.ts';
import type { TypedValues } from '../lib/typed-key.ts';
import type { ConfirmSetting } from '../resources/bids/confirm.ts';
import type { Aliases } from '../resources/context.ts';
import type { Glyphs } from '../resources/glyphs.ts';
import type { Before } from '../resources/made.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import type { Write } from '../resources/write.ts';
import type { Pace } from './defaults.ts';
import type { OpenDialog } from './dialog-state.ts';
import type { Features } from './features.ts';
import type { KeyOverrides } from './key-names.ts';
import type { List } from './list.ts';
import type { OpenQuestion } from './question.ts';
import type { ReadOnlyBy } from './read-only.ts';
import type { RunHistory } from './run-history-state.ts';
import type { ShownInstead } from './shown-instead.ts';
import type { ThemeName } from './theme-names.ts';

/** The connection of this console and its protections. The token is not here: only the client holds it. */
export interface ConnectionState {
  readonly profile: string;
  readonly project: string;
  /** The projects of this service that the operator switches between. */
  readonly projects: readonly string[];
  /** Whether the rows of all these projects are shown at once; new rows are still created in `project` unless a form says otherwise. */
  readonly allProjects: boolean;
  readonly origin: string;
  readonly demo: boolean;
  readonly readOnly: boolean;
  /** Why it is read-only, when that is known. */
  readonly readOnlyBy?: ReadOnlyBy | null;
  /** Production profile: shown in red, and every destructive action needs the name typed. */
  readonly production: boolean;
  /** The operator's budget per hour, of running and open bids; null without one. */
  readonly budget: Money | null;
  /** The settings of features. */
  readonly own: TypedValues;
  /** When pausing and resuming ask first. */
  readonly confirm: ConfirmSetting;
  readonly hasToken: boolean;
  /** The operator's names of this service's identifiers. */
  readonly aliases: Aliases;
}

/** Rows of bids and of instances, by fid. */
export type RowsRead = { readonly bids: ReadonlySet<string>; readonly instances: ReadonlySet<string> };

export const NO_ROWS: RowsRead = { bids: new Set(), instances: new Set() };

export type Lists = { readonly [Name in PaneName]: List<Rows[Name]> };

export type Sort = { readonly column: string; readonly descending: boolean };

/** A column that the operator has chosen; without a width it has the one that its content needs. */
export type ChosenColumn = { readonly id: string; readonly width: number | null };

/** The chosen columns of a pane, in their order; null for the usual ones. */
export type ChosenColumns = readonly ChosenColumn[] | null;

/** The view of one pane. The cursor is a row's fid; `cursorIndex` is its last index, for when the row is gone. */
export type View = {
  readonly cursor: string | null;
  readonly cursorIndex: number;
  readonly top: number;
  readonly filter: string;
  /** Whether a command set the filter, and the operator has typed none since: typing then replaces it. */
  readonly presetFilter: boolean;
  /** Earlier filters, the latest last. */
  readonly filters: readonly string[];
  readonly sort: Sort;
  readonly columns: ChosenColumns;
  /** The column that rows are grouped by; null when they are not grouped. */
  readonly group: string | null;
  readonly marks: ReadonlySet<string>;
  /** Whether rows that have ended for good are shown, too. */
  readonly showsEnded: boolean;
  /** The groups of rows that are open, by fid. */
  readonly opened: ReadonlySet<string>;
  /** The first row of an open range of marks, which the cursor extends; null without one. */
  readonly range: { readonly from: string; readonly before: ReadonlySet<string> } | null;
  /** Lines that the pane's height holds for its rows, so that it does not follow every row; null before its list has arrived. */
  readonly reserved: number | null;
};

/** The layout of a pane's rows without the filter. It is stored from run to run. */
export type PaneLayout = Pick<View, 'sort' | 'columns' | 'group'>;

/** A pane's layout and filter under a name. */
export type SavedView = PaneLayout & { readonly name: string; readonly pane: PaneName; readonly filter: string };

export type Views = { readonly [Name in PaneName]: View };

/**
 * A write whose outcome the rows don't show yet: under way, done and waiting for a list, or with an unknown outcome.
 * `sequence` is the number of its end among polls and writes; a list requested later settles it.
 */
export type PendingWrite = {
  readonly id: number;
  readonly write: Write;
  readonly state: 'sending' | 'done' | 'accepted' | 'unknown';
  readonly sequence: number | null;
  /** When it was sent, and when it ended, in milliseconds since 1970; null while it is under way. */
  readonly at: number;
  readonly endedAt: number | null;
  /** What was known of its list when it was sent. */
  readonly before: Before;
};

/** The writes of one profile and project: pending ones, and those that undo each of the last changes, the latest last. */
export type OwnWrites = Pick<ConsoleState, 'pending' | 'undo'>;

/** A sentence at the bottom of the screen. */
export type Notice = { readonly text: string; readonly tone: 'plain' | 'good' | 'warn' | 'bad'; readonly at: number };

export type Size = { readonly columns: number; readonly rows: number };

/** A part of the screen between header and hints: a pane, or the preview. */
export type Part = PaneName | 'preview';

/** Sizes that the operator has chosen: the share of the columns that the right side has, and of the lines that a part has in its stack. */
export type Sizes = { readonly right: number | null; readonly heights: { readonly [Name in Part]?: number } };

/** What the operator has chosen for the screen as a whole. It is stored from run to run. */
export type ScreenLayout = Pick<ConsoleState, 'zoomed' | 'preview' | 'sizes'>;

/** Sizes that follow from the rows alone. */
export const USUAL_SIZES: Sizes = { right: null, heights: {} };

/**
 * A border that can be moved: between two parts of a stack, or between the sides of the wide screen. Two frames meet there;
 * `grabbed` is 1 when the pointer holds the second one.
 */
export type Border =
  | { readonly kind: 'lines'; readonly above: Part; readonly below: Part; readonly grabbed: 0 | 1 }
  | { readonly kind: 'columns'; readonly grabbed: 0 | 1 };

/** A border under the pressed button of the mouse. `part` gets the focus when the button is released where it was pressed. */
export type Drag = { readonly border: Border; readonly part: Part; readonly moved: boolean };

/** The preemption of a row, with times in milliseconds since 1970. */
export type Preemption = {
  /** When it was first seen here, and the request that last showed another status; null when there was none. */
  readonly seenAt: number;
  readonly otherwiseAt: number | null;
  /** When it began; null when nothing shows that. */
  readonly began: TimeRange | null;
};
/** Two times between which something happened, in milliseconds since 1970. */
export type TimeRange = { readonly after: number; readonly by: number };

/** Running instances at a time, and their cost per hour at limit prices in micros of the first currency. Milliseconds since 1970. */
export type Sample = { readonly at: number; readonly running: number; readonly costMicros: number | null };

/** The state that the screen is drawn from. Derived values are not in it. A feature adds its own part as an optional member. */
export interface ConsoleState {
  /** What the features of the program bring; the same as long as it runs. */
  readonly features: Features;
  readonly connected: ConnectionState;
  /** The names of the profiles that can be switched to. */
  readonly profiles: readonly string[];
  readonly glyphs: Glyphs;
  readonly keyOverrides: KeyOverrides;
  readonly theme: ThemeName;
  readonly lists: Lists;
  readonly views: Views;
  /** Views of panes that were saved under a name. */
  readonly savedViews: readonly SavedView[];
  /** Until when the operator is new here, and is told what rows are, in milliseconds since 1970. */
  readonly newUntil: number;
  /** The last commands chosen in the palette, the latest first. */
  readonly recent: readonly string[];
  readonly focus: PaneName;
  /** The pane that is shown of those that share one place on a screen without room for all. */
  readonly tab: PaneName;
  /** The pane that had the focus before one with the whole screen. */
  readonly focusBefore: PaneName;
  /** The pane that has the whole screen until the operator leaves it, though it has a place of its own; null without one. */
  readonly page: PaneName | null;
  readonly zoomed: boolean;
  /** Whether the detail of the row under the cursor is on screen. */
  readonly preview: boolean;
  /** The first line of the preview that is shown, while it shows this row. */
  readonly previewScroll: { readonly fid: string; readonly top: number } | null;
  readonly sizes: Sizes;
  readonly drag: Drag | null;
  /** Whether the terminal reports that it has the focus; without it, lists are polled less often. */
  readonly attended: boolean;
  readonly dialogs: readonly OpenDialog[];
  readonly pending: readonly PendingWrite[];
  /** Writes of changes to many rows that are not sent yet, of all profiles and projects. */
  readonly queued: readonly Write[];
  /** The writes that undo each of the last reversible changes, the latest last. */
  readonly undo: readonly (readonly Write[])[];
  /** Pending writes and undo of the profiles and projects that were shown before, by `placeKey`. */
  readonly elsewhere: ReadonlyMap<string, OwnWrites>;
  readonly notice: Notice | null;
  /** The question of a first tap that waits for its second; null when none does. */
  readonly tapQuestion: OpenQuestion | null;
  /** An answer to a question by the key that was pressed before; it counts unless that key turns out to be held down. */
  readonly waitingAnswer: { readonly key: string; readonly question: object } | null;
  /** When a key was last typed while a dialog waited for an answer, in milliseconds since 1970; null once something else was pressed. */
  readonly typedAtAnswer: number | null;
  /** The question that a key may confirm, because it has been on screen long enough; null before. Compared by identity. */
  readonly answerable: object | null;
  /** The fingerprints of the SSH keys whose private half is on this machine. */
  readonly localSshKeys: ReadonlySet<string>;
  /** The API keys that this console is signed in with, by fid. */
  readonly ownApiKeys: ReadonlySet<string>;
  /** Running instances and cost over the last hour. */
  readonly samples: readonly Sample[];
  /** Running instances of each bid over the last hour. */
  readonly runHistory: RunHistory;
  readonly journal: JournalStanding;
  readonly preempting: ReadonlyMap<string, Preemption>;
  /** The bids whose limit price somebody else raised, by their fids, with the price before. */
  readonly raised: ReadonlyMap<string, Money>;
  /** Expected duration of a preemption, in milliseconds. */
  readonly preemptionMs: number;
  /** How often lists are read, as set. */
  readonly pace: Pace;
  /** The lists at the time the screen was frozen; null while it is live. */
  readonly frozen: Lists | null;
  /** Null while a service is shown. */
  readonly shownInstead: ShownInstead | null;
  readonly now: number;
  readonly size: Size;
  /** The lists that a program without a screen reads as if they were on one; null for a program with a screen. */
  readonly reads: readonly ServiceList[] | null;
  /** The bids and instances that a program without a screen was started for: `spotdeck top NAME`; none otherwise. */
  readonly named: RowsRead;
}

/** How the journal of this program stands: why it can't be used, null while it can; what was said of its file, and how many it has lost. */
export type JournalStanding = Pick<UsedFile, 'said' | 'losses'> & { readonly problem: string | null };

/** The drawn lists: the frozen ones, or the live ones. */
export function drawnLists(state: ConsoleState): Lists {
  return state.frozen ?? state.lists;
}

/** Replaces a list; its type follows its name. */
export function withList<Name extends PaneName>(state: ConsoleState, name: Name, list: List<Rows[Name]>): ConsoleState {
  return list === state.lists[name] ? state : { ...state, lists: { ...state.lists, [name]: list } };
}

export function withView(state: ConsoleState, name: PaneName, view: Partial<View>): ConsoleState {
  return { ...state, views: { ...state.views, [name]: { ...state.views[name], ...view } } };
}
