import type { ServiceList } from '../contract/lists.ts';
import type { Money } from '../lib/money.ts';
import type { ConfirmSetting } from '../resources/bids/confirm.ts';
import type { PauseGroup } from '../resources/bids/pause-group.ts';
import type { Aliases } from '../resources/context.ts';
import type { CustomCommand } from '../resources/parts/custom-command.ts';
import type { Glyphs } from '../resources/parts/glyphs.ts';
import type { Side } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import type { Write } from '../resources/write.ts';
import type { ProbeResult } from '../ssh/probe-scheduler.ts';
import type { Armed, Question } from './dialogs/armed-action.ts';
import type { OpenDialog } from './dialogs/dialog-state.ts';
import type { KeyOverrides } from './key-names.ts';
import type { List } from './lists/list.ts';
import type { ChosenColumns } from './lists/place-columns.ts';
import type { ReadOnlyBy } from './read-only.ts';
import type { ThemeName } from './theme-names.ts';

/** Where this console is connected and what it may do. The token is not here: only the client holds it. */
export type Connected = {
  readonly profile: string;
  readonly project: string;
  /** The projects of this service that the operator switches between. */
  readonly projects: readonly string[];
  /** Whether the rows of all these projects are shown at once; new things are still made in `project` unless a form says otherwise. */
  readonly allProjects: boolean;
  readonly origin: string;
  readonly demo: boolean;
  readonly readOnly: boolean;
  /** What makes it read-only, where that is known. */
  readonly readOnlyBy?: ReadOnlyBy | null;
  /** Whether this is where it counts: shown in red, and every destructive action has a name typed. */
  readonly production: boolean;
  /** When pausing and resuming ask first. */
  readonly confirm: ConfirmSetting;
  readonly hasToken: boolean;
  /** The most that everything is meant to cost an hour; null when nobody has said. */
  readonly budget: Money | null;
  /** What the operator calls this service's identifiers. */
  readonly aliases: Aliases;
};

export type Lists = { readonly [Name in PaneName]: List<Rows[Name]> };

export type Sort = { readonly column: string; readonly descending: boolean };

/** How one pane is looked at. The cursor is a row's fid; `cursorIndex` is where it stood, for when the row is gone. */
export type View = {
  readonly cursor: string | null;
  readonly cursorIndex: number;
  readonly top: number;
  readonly filter: string;
  /** Filters that were kept before, the latest last. */
  readonly filters: readonly string[];
  readonly sort: Sort;
  readonly columns: ChosenColumns;
  /** The column whose alike rows stand together; null when rows are not grouped. */
  readonly group: string | null;
  readonly marks: ReadonlySet<string>;
  /** Where a range of marks was begun: moving the cursor extends it; null when none is under way. */
  readonly range: { readonly from: string; readonly before: ReadonlySet<string> } | null;
};

/** How a pane's rows are laid out, their filter apart. It is kept from run to run. */
export type PaneLayout = Pick<View, 'sort' | 'columns' | 'group'>;

/** A pane's arrangement and filter under a name. */
export type SavedView = PaneLayout & { readonly name: string; readonly pane: PaneName; readonly filter: string };

export type Views = { readonly [Name in PaneName]: View };

/**
 * A write whose outcome the rows don't show yet: under way, done and waiting for the list to tell, or with an
 * outcome that nobody knows. `sequence` is when it was answered or given up; a list asked for later settles it.
 */
export type PendingWrite = {
  readonly id: number;
  readonly write: Write;
  readonly state: 'sending' | 'done' | 'unknown';
  readonly sequence: number | null;
  /** When it left. */
  readonly at: number;
  /** The rows that its list had when it left: what it may have made is not among them. */
  readonly known: ReadonlyMap<string, unknown>;
};

/** A sentence at the foot of the screen. */
export type Notice = { readonly text: string; readonly tone: 'plain' | 'good' | 'warn' | 'bad'; readonly at: number };

export type Size = { readonly columns: number; readonly rows: number };

/** A bid or instance that is being preempted: when that was first seen, and how much earlier it may have begun, null when nobody knows. Milliseconds. */
export type Preempting = { readonly seenAt: number; readonly slackMs: number | null };

/** A recording as it is shown: from when to when it goes, whether it goes on by itself, and how fast. Milliseconds since 1970. */
export type Replay = {
  readonly from: number;
  readonly to: number;
  readonly playing: boolean;
  readonly speed: number;
};

/** A program of the operator's own that runs or ran, and what it said. Times in milliseconds since 1970. */
export type Run = {
  readonly id: number;
  readonly command: string;
  /** What the row is called that it runs on. */
  readonly row: string;
  readonly about: { readonly pane: ServiceList; readonly fid: string };
  readonly startedAt: number;
  readonly ended: { readonly at: number; readonly ok: boolean; readonly how: string } | null;
  /** The end of what it said, made safe to print. */
  readonly lines: readonly string[];
  /** Whether it said more than is kept. */
  readonly cut: boolean;
};

/** What ran at a moment, and what it cost an hour at the limit prices: micros of the first currency. Milliseconds since 1970. */
export type Sample = { readonly at: number; readonly running: number; readonly costMicros: number };

/** Everything the screen is drawn from. What can be derived is not here. */
export type ConsoleState = {
  readonly connected: Connected;
  /** The profiles that can be switched to, by name. */
  readonly profiles: readonly string[];
  readonly glyphs: Glyphs;
  readonly keyOverrides: KeyOverrides;
  /** Programs of the operator's own, and what ran of them here. */
  readonly customCommands: readonly CustomCommand[];
  readonly runs: readonly Run[];
  readonly theme: ThemeName;
  readonly lists: Lists;
  readonly views: Views;
  /** Views of panes that were saved under a name. */
  readonly savedViews: readonly SavedView[];
  /** Bids that were paused together, as they were when somebody looked last. */
  readonly pauseGroups: readonly PauseGroup[];
  /** What was last chosen in the palette, the latest first. */
  readonly recent: readonly string[];
  readonly focus: PaneName;
  /** Which panes the right side of the wide screen holds. */
  readonly side: Exclude<Side, 'main'>;
  readonly zoomed: boolean;
  /** Whether somebody is at the terminal, as far as it tells; without, lists are refreshed less often. */
  readonly attended: boolean;
  readonly dialogs: readonly OpenDialog[];
  readonly pending: readonly PendingWrite[];
  /** What would take back each of the last reversible changes, the latest last. */
  readonly undo: readonly (readonly Write[])[];
  readonly notice: Notice | null;
  /** A first tap that waits for its second; null when none does. */
  readonly armed: Armed | null;
  /** The question that a key may answer if it comes now: it has been on screen long enough. Null before. */
  readonly answerable: Question | null;
  /** The fingerprints of the SSH keys whose private half lies on this machine. */
  readonly localSshKeys: ReadonlySet<string>;
  /** The API keys that this console is signed in with, by fid. */
  readonly ownApiKeys: ReadonlySet<string>;
  /** Which instances answer to SSH, by fid, as far as somebody has looked. */
  readonly reach: ReadonlyMap<string, ProbeResult>;
  /** What ran over the last hour, as far as this console has seen it. */
  readonly samples: readonly Sample[];
  readonly preempting: ReadonlyMap<string, Preempting>;
  /** How long a preemption is expected to last, in milliseconds. */
  readonly preemptionMs: number;
  /** The lists as they stood when the screen was frozen; null while it is live. */
  readonly frozen: Lists | null;
  /** Whether what comes is recorded to a file. */
  readonly recording: boolean;
  /** The recording that is shown instead of a service; null while a service is. */
  readonly replay: Replay | null;
  readonly now: number;
  readonly size: Size;
};

/** The lists that are drawn: those of the moment it was frozen, or the live ones. */
export function drawnLists(state: ConsoleState): Lists {
  return state.frozen ?? state.lists;
}

/** A list with its place kept: the type of each list follows its name. */
export function withList<Name extends PaneName>(state: ConsoleState, name: Name, list: List<Rows[Name]>): ConsoleState {
  return list === state.lists[name] ? state : { ...state, lists: { ...state.lists, [name]: list } };
}

export function withView(state: ConsoleState, name: PaneName, view: Partial<View>): ConsoleState {
  return { ...state, views: { ...state.views, [name]: { ...state.views[name], ...view } } };
}
