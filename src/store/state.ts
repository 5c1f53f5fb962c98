// store: the state without a screen as plain data: lists, views, dialogs, questions, writes; its pure transitions

import type { ListedRow } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { UsedFile } from '../journal/file.ts';
import type { Tables } from '../journal/tables.ts';
import type { Money } from '../lib/money.ts';
import type { Step } from '../lib/time-slots.ts';
import type { TypedValues } from '../lib/typed-key.ts';
import type { ConfirmSetting } from '../resources/bids/confirm.ts';
import type { Aliases } from '../resources/context.ts';
import type { Glyphs } from '../resources/glyphs.ts';
import type { Before } from '../resources/made.ts';
import type { AllPanes } from '../resources/panes.ts';

import type { PaneName, Place, Rows } from '../resources/rows.ts';
import type { Write } from '../resources/write.ts';
import type { Pace, ThemeName } from './defaults.ts';
import type { OpenDialog } from './dialog-state.ts';
import type { List } from './list.ts';
import type { OpenQuestion } from './question.ts';
import type { ReadOnlyBy, ShownInstead } from './read-only.ts';

/** The token is not here: only the client holds it. */
export interface ConnectionState {
  readonly profile: string;
  readonly project: string;
  readonly projects: readonly string[];
  /** New rows are still created in `project` unless a form says otherwise. */
  readonly allProjects: boolean;
  readonly origin: string;
  readonly demo: boolean;
  readonly readOnly: boolean;
  readonly readOnlyBy?: ReadOnlyBy | null;
  /** Shown in red; destructive actions need the name typed. */
  readonly production: boolean;
  readonly budget: Money | null;
  /** The settings of features. */
  readonly own: TypedValues;
  readonly confirm: ConfirmSetting;
  readonly hasToken: boolean;
  /** The operator's names of this service's identifiers. */
  readonly aliases: Aliases;
}

export type RowsRead = { readonly bids: ReadonlySet<string>; readonly instances: ReadonlySet<string> };

export const NO_ROWS: RowsRead = { bids: new Set(), instances: new Set() };

export type Lists = { readonly [Name in PaneName]: List<Rows[Name]> };

export type Sort = { readonly column: string; readonly descending: boolean };

/** Without a width, as wide as its content. */
export type ChosenColumn = { readonly id: string; readonly width: number | null };

export type ChosenColumns = readonly ChosenColumn[] | null;

/** The cursor is a row's fid; `cursorIndex` is its last index, for a gone row. */
export type View = {
  readonly cursor: string | null;
  readonly cursorIndex: number;
  readonly top: number;
  readonly filter: string;
  /** A command set the filter: typing replaces it. */
  readonly presetFilter: boolean;
  readonly filters: readonly string[];
  readonly sort: Sort;
  readonly columns: ChosenColumns;
  readonly group: string | null;
  readonly marks: ReadonlySet<string>;
  readonly showsEnded: boolean;
  readonly opened: ReadonlySet<string>;
  readonly range: { readonly from: string; readonly before: ReadonlySet<string> } | null;
  /** Lines held for its rows, so the height does not follow every row; null before its list has arrived. */
  readonly reserved: number | null;
};

/** Stored from run to run, without the filter. */
export type PaneLayout = Pick<View, 'sort' | 'columns' | 'group'>;

export type SavedView = PaneLayout & { readonly name: string; readonly pane: PaneName; readonly filter: string };

export type Views = { readonly [Name in PaneName]: View };

/** A write the rows don't show yet. `sequence` is its end among polls and writes; a list requested later settles it. */
export type PendingWrite = {
  readonly id: number;
  readonly write: Write;
  readonly state: 'sending' | 'done' | 'accepted' | 'unknown';
  readonly sequence: number | null;
  /** Milliseconds since 1970; null while it is under way. */
  readonly at: number;
  readonly endedAt: number | null;
  /** The known state of its list when it was sent. */
  readonly before: Before;
};

export type OwnWrites = Pick<ConsoleState, 'pending' | 'undo'>;

export type Notice = { readonly text: string; readonly tone: 'plain' | 'good' | 'warn' | 'bad'; readonly at: number };

export type Size = { readonly columns: number; readonly rows: number };

export type Part = PaneName | 'preview';

/** Chosen shares: of the columns for the right side, and of the lines of a stack. */
export type Sizes = { readonly right: number | null; readonly heights: { readonly [Name in Part]?: number } };

/** The operator's choices for the whole screen, stored from run to run. */
export type ScreenLayout = Pick<ConsoleState, 'zoomed' | 'preview' | 'sizes'>;

export const USUAL_SIZES: Sizes = { right: null, heights: {} };

/** A movable border; `grabbed` is 1 with the pointer on the second of its two frames. */
export type Border =
  | { readonly kind: 'lines'; readonly above: Part; readonly below: Part; readonly grabbed: 0 | 1 }
  | { readonly kind: 'columns'; readonly grabbed: 0 | 1 };

export type Drag = { readonly border: Border; readonly part: Part; readonly moved: boolean };

/** Milliseconds since 1970. */
export type Preemption = {
  /** First seen here, and the last request to show otherwise. */
  readonly seenAt: number;
  readonly otherwiseAt: number | null;
  readonly began: TimeRange | null;
};
/** Something happened between two times, in milliseconds since 1970. */
export type TimeRange = { readonly after: number; readonly by: number };

/** Running instances, and cost per hour in micros of the first currency. Milliseconds since 1970. */
export type Sample = { readonly at: number; readonly running: number; readonly costMicros: number | null };

/** All that the screen shows, without derived values. Features add optional members. */
export interface ConsoleState {
  readonly features: Features;
  readonly connected: ConnectionState;
  readonly profiles: readonly string[];
  readonly glyphs: Glyphs;
  readonly keyOverrides: KeyOverrides;
  readonly theme: ThemeName;
  readonly lists: Lists;
  readonly views: Views;
  readonly savedViews: readonly SavedView[];
  /** Rows are explained to a new operator until then, in milliseconds since 1970. */
  readonly newUntil: number;
  /** Last commands of the palette, the latest first. */
  readonly recent: readonly string[];
  readonly focus: PaneName;
  readonly tab: PaneName;
  readonly focusBefore: PaneName;
  /** A pane with the whole screen for now, despite a place of its own. */
  readonly page: PaneName | null;
  readonly zoomed: boolean;
  readonly preview: boolean;
  /** The preview's first line, while it shows this row. */
  readonly previewScroll: { readonly fid: string; readonly top: number } | null;
  readonly sizes: Sizes;
  readonly drag: Drag | null;
  /** Without the terminal's focus lists are polled less often. */
  readonly attended: boolean;
  readonly dialogs: readonly OpenDialog[];
  readonly pending: readonly PendingWrite[];
  readonly queued: readonly Write[];
  readonly undo: readonly (readonly Write[])[];
  /** Writes of other profiles and projects, by `placeKey`. */
  readonly elsewhere: ReadonlyMap<string, OwnWrites>;
  readonly notice: Notice | null;
  /** A first tap's question, until the second. */
  readonly tapQuestion: OpenQuestion | null;
  /** Counts unless its key turns out to be held down. */
  readonly waitingAnswer: { readonly key: string; readonly question: object } | null;
  /** Last key typed at a waiting dialog, in milliseconds since 1970; null once another was pressed. */
  readonly typedAtAnswer: number | null;
  /** The question on screen long enough to be answered, compared by identity. */
  readonly answerable: object | null;
  readonly localSshKeys: ReadonlySet<string>;
  /** This console's own keys, by fid. */
  readonly ownApiKeys: ReadonlySet<string>;
  readonly samples: readonly Sample[];
  readonly runHistory: RunHistory;
  readonly journal: JournalStanding;
  readonly preempting: ReadonlyMap<string, Preemption>;
  /** Bids with a price raised elsewhere, and the price before. */
  readonly raised: ReadonlyMap<string, Money>;
  readonly preemptionMs: number;
  readonly pace: Pace;
  /** The lists when the screen was frozen; null while live. */
  readonly frozen: Lists | null;
  readonly shownInstead: ShownInstead | null;
  readonly now: number;
  readonly size: Size;
  /** The lists of a program without a screen; null with one. */
  readonly reads: readonly ServiceList[] | null;
  /** The rows a program was started for: `spotdeck top NAME`. */
  readonly named: RowsRead;
}

export type JournalStanding = Pick<UsedFile, 'said' | 'losses'> & { readonly problem: string | null };

export function drawnLists(state: ConsoleState): Lists {
  return state.frozen ?? state.lists;
}

export function withList<Name extends PaneName>(state: ConsoleState, name: Name, list: List<Rows[Name]>): ConsoleState {
  return list === state.lists[name] ? state : { ...state, lists: { ...state.lists, [name]: list } };
}

export function withView(state: ConsoleState, name: PaneName, view: Partial<View>): ConsoleState {
  return { ...state, views: { ...state.views, [name]: { ...state.views[name], ...view } } };
}

export type KeyOverrides = ReadonlyMap<string, readonly string[]>;

/** The operator's key for a command, or the usual one. */
export function keyNamed(
  { keyOverrides }: { readonly keyOverrides: KeyOverrides },
  command: string,
  usual: string,
): string {
  return keyOverrides.get(command)?.[0] ?? usual;
}

/** Rooms above `store` add members by declaration merging: required ones if all programs have them. */
export interface Features extends AllPanes {
  readonly names: readonly string[];
  /** Loaded before the journal is opened. */
  readonly tables: () => Promise<readonly Tables[]>;
}

/** Lists were read without a long gap. Milliseconds since 1970. */
export type ObservedSpan = { readonly from: number; readonly to: number };

/** Running instances of each bid in the last hour, and when consoles polled. */
export type RunHistory = {
  readonly seen: readonly ObservedSpan[];
  /** By fid of live bids; unknown before the first. */
  readonly byBid: ReadonlyMap<string, readonly Step[]>;
  /** When this console first had both lists; before it, the journal tells. */
  readonly liveSince: number | null;
  /** Changes before `liveSince`, oldest first, complete from `since` on. */
  readonly past: { readonly since: number; readonly changes: readonly PastChange[] } | null;
};

export type PastChange = { readonly at: number; readonly bid: string; readonly difference: number };

export function marksKept(state: ConsoleState, name: PaneName): ConsoleState {
  const { rows } = state.lists[name];
  const { marks } = state.views[name];
  if ([...marks].every((fid) => rows.has(fid))) return state;
  return withView(state, name, { marks: new Set([...marks].filter((fid) => rows.has(fid))) });
}

/** The shown projects; the first is the default for new rows. */
export function projectsOf({ project, projects, allProjects }: ConnectionState): readonly string[] {
  return allProjects ? [project, ...projects.filter((other) => other !== project)] : [project];
}

export function placeOf({ connected }: Pick<ConsoleState, 'connected'>): Place {
  return { profile: connected.profile, projects: projectsOf(connected) };
}

export function projectIn(row: object): string | null {
  return 'project' in row && typeof row.project === 'string' ? row.project : null;
}

/** Of a listed or just removed row; null when unknown. */
export function projectOfRow({ lists }: ConsoleState, pane: PaneName, fid: string): string | null {
  const listed = lists[pane].rows.get(fid) ?? lists[pane].removing.get(fid)?.listed;
  return listed === undefined ? null : projectIn(listed.row);
}

export function rowsOfProject<Row extends object>(
  rows: ReadonlyMap<string, ListedRow<Row>>,
  project: string,
): ReadonlyMap<string, ListedRow<Row>> {
  return new Map([...rows].filter(([, { row }]) => projectIn(row) === project));
}
