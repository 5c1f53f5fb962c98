// resources: one record for each resource of the interface: columns, actions, forms, detail, tracked fields, words.

import type { Outcome } from '../api/result.ts';
import type { TrackedList } from '../changes/diff-rows.ts';
import type { BidFid } from '../contract/fid.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Sum } from '../lib/sum.ts';
import type { Cell, SortKey, Tone } from './cell.ts';
import type { Context, OwnValue } from './context.ts';
import type { Field, Form } from './form.ts';
import type { Placeholders } from './placeholders.ts';
import type { Measure, MeasureKind } from './quantities.ts';
import type { PaneName, Rows } from './rows.ts';
import type { Verdict, Write } from './write.ts';

/** The place of a pane: on the left, on the right in two groups of which one may have to do, or the whole screen while it has the focus. */
export type Side = 'main' | 'resources' | 'own' | 'whole';

/** What the columns read that are filled from something that a console reads beside the lists. */
export type Live = {
  /** Whether something was read: before that its columns take no room. */
  readonly isRead: OwnValue<[], boolean>;
  /** Why a console hides its columns: `no machine is read`. */
  readonly hidden: string;
  /** What the title of a pane with such a column says of them; null for nothing. */
  readonly note: OwnValue<[], string | null>;
  /** When a filter can use its columns: `in the console, once machines are read`. */
  readonly when: string;
  /** Why a command refuses a column, after its name: `is read from the machines, which this command does not do`. */
  readonly refused: string;
  /** What to use in place of the command, in a sentence. */
  readonly instead: string;
};

/** Exact amounts by their names: they can be added up, and taken away again. */
export type Counts = ReadonlyMap<string, bigint>;

/** A text about a group of rows: of what each of them adds, which costs what changed; or of all rows, where nothing can be added up. */
export type GroupSum<Row> =
  | {
      readonly kind: 'counts';
      readonly of: (row: Row, context: Context) => Counts;
      readonly text: (counts: Counts, context: Context) => string;
    }
  | { readonly kind: 'rows'; readonly text: (rows: readonly Row[], context: Context) => string };

/** Everything about one column: header, width in cells of the terminal, cell, sort and filter. */
export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  /** The width below which the column is not squeezed; less when its content needs less. */
  readonly width: number;
  /** The column takes free room up to this width before other columns that are cut; by default up to `width`. */
  readonly maxWidth?: number;
  /** The width that the column asks for though its content needs less now, because its cells grow by themselves. */
  readonly reserves?: number;
  /** The column always has its `width`, because its cells change with time or probes. */
  readonly steady?: true;
  /** A shorter cell while another column is on screen, which shows the rest of its text. */
  readonly beside?: { readonly column: string; readonly cell: (row: Row, context: Context) => Cell };
  readonly align?: 'left' | 'right';
  /** When there is too little room, the column with the highest number is dropped first; 0 is never dropped. */
  readonly priority: number;
  /** Draws the cell in a width, because more room shows more of it; up to `maxWidth` of the column. `isBeside` as in `beside`. */
  readonly draw?: (row: Row, context: Context, width: number, isBeside: boolean) => Cell;
  /** For a column of pictures, what they show: filters don't search it and the command line doesn't print it. */
  readonly picture?: string;
  /** Its cells come from something that a console reads beside the lists: words of a filter don't search it, and the command line refuses it. */
  readonly live?: Live;
  /** Shown only when the operator has chosen it. */
  readonly optional?: true;
  /** Not shown while no row has a value, unless the operator has chosen it. */
  readonly hidesEmpty?: true;
  readonly cell: (row: Row, context: Context) => Cell;
  /** The members of the row that the cell shows: it is `?` while one of them can't be read (`withUnreadableCells`). */
  readonly reads?: readonly string[];
  readonly sortBy?: (row: Row, context: Context) => SortKey;
  /** Sorting by it begins with the largest, because it is an amount. Without one a row is last in both directions. */
  readonly largestFirst?: true;
  /** The column that shows whether a group of rows is open; `aligned` when rows without a group begin where the groups' texts do. */
  readonly foldsHere?: 'signed' | 'aligned';
  /** Other names that a filter may use for it. */
  readonly aliases?: readonly string[];
  /** Further text that a filter finds the row by: the identifier behind an alias. */
  readonly filterText?: (row: Row, context: Context) => string;
  /** The identifier behind the text, which `column:=` takes, too; words do not search it. Null when there is none. */
  readonly identifier?: (row: Row) => string | null;
  /** The title of the row's group, when rows are grouped by this column. */
  readonly groupBy?: (row: Row, context: Context) => string;
  /** The sum of a group of rows, shown in this column of the group's title line. */
  readonly sum?: GroupSum<Row>;
  /** The value behind the text, for comparisons in a filter; null when it is unknown. */
  readonly compareAs?: { readonly kind: MeasureKind; readonly of: (row: Row, context: Context) => Measure | null };
};

/** A line of a row's detail. `copy` is the text that `y` copies, when it differs from the shown one. */
export type DetailLine = {
  readonly label: string;
  readonly text: string;
  readonly tone?: Tone;
  readonly copy?: string;
};
export type DetailSection = { readonly title: string; readonly lines: readonly DetailLine[] };

/** A dialog before a destructive action: the operator types `typed`, or presses `y` when it is null. */
export type Confirmation = {
  readonly title: string;
  readonly lines: readonly { readonly text: string; readonly tone?: Tone }[];
  readonly typed: string | null;
};

/** A row whose cost can't be computed: a bid without a readable price or quantity, an instance without a listed bid, a row that can't be read. */
export type Unpriced = { readonly of: 'bid' | 'instance' | 'row'; readonly name: string };

/** Cost per hour at limit prices, one amount for each currency. */
export type Exposure = Sum<Unpriced>;

/** The effect of a change on running work and cost. */
export type Impact = {
  /** Number of bids that change. */
  readonly bids: number;
  /** Number of those whose work stops, or that begin to cost. */
  readonly affected: number;
  /** What stops or begins to cost: `8 running instances stop ($208.40/h)`. */
  readonly meaning: string;
  /** The change and its effect in one line: `pause train-llama, 8 running instances stop ($208.40/h)`. */
  readonly sentence: string;
  /** Title and lines of the dialog in which the count is typed. */
  readonly title: string;
  readonly lines: Confirmation['lines'];
};

/** The target of an action: a pane, filtered or with one row selected; `alongside` filters a second pane too. */
export type Jump = {
  readonly pane: PaneName;
  readonly fid: string | null;
  readonly filter: string | null;
  readonly alongside?: { readonly pane: PaneName; readonly filter: string };
};

/** A form that changes several rows together. */
export type FormForSeveral<Row> = {
  readonly fields: readonly Field[];
  readonly open: (
    rows: readonly Row[],
    request: { readonly production: boolean; readonly note: string | null },
  ) => Form;
  /** Whether these texts, by field id, need this form even for one row, because they depend on the row's present values. */
  readonly needed: (text: Readonly<Record<string, string>>) => boolean;
};

/** The bids of some rows that an action changes, and which ones it leaves out and why, without the final period. */
export type BidsOfRows = { readonly fids: readonly BidFid[]; readonly leftOut: string | null };

/** What an effect needs: a service that takes changes, an instance that can be reached, or nothing but what is known already. */
export type EffectNeeds = 'service' | 'instance' | 'nothing';

/** Work of a feature that an action begins. It is its own key: the feature's part of the screen has the function. */
export type OwnWork = { readonly needs: EffectNeeds };

/** The effect of an action, as data; the state layer carries it out. */
export type Effect<Row> =
  | {
      readonly kind: 'write';
      readonly write: (row: Row, context: Context) => Write;
      /** Its effect on running work and cost, which decides whether the key asks first. */
      readonly impact: (rows: readonly Row[], context: Context) => Impact;
    }
  | {
      readonly kind: 'destroy';
      readonly ask: (rows: readonly Row[], context: Context) => Confirmation;
      readonly write: (row: Row, context: Context) => Write;
    }
  | {
      /** An action on the bids of the rows, each once. */
      readonly kind: 'delegate';
      readonly action: Action<Rows['bids']>;
      readonly bids: (rows: readonly Row[], context: Context) => Outcome<BidsOfRows, string>;
      readonly bidOf: (row: Row, context: Context) => BidFid | null;
      /** The rows that the one under the cursor stands for while none is marked, by fid; by default only itself. */
      readonly underCursor?: (row: Row) => readonly string[];
    }
  | {
      readonly kind: 'form';
      readonly fields: readonly Field[];
      readonly open: (row: Row, context: Context) => Form;
      /** The form that changes several rows together; without one, `open` is used for the row under the cursor. */
      readonly several?: FormForSeveral<Row>;
    }
  | { readonly kind: 'work'; readonly work: OwnWork }
  | {
      readonly kind: 'new';
      readonly fields: readonly Field[];
      readonly open: (context: Context) => Form;
      /** The response may carry a secret that is shown once. */
      readonly mayBringSecret?: true;
    }
  | { readonly kind: 'jump'; readonly to: (row: Row, context: Context) => Jump | string };

/** What an action does to bids that were paused together. */
export type GroupEffect = 'pauses' | 'resumes';

/** A row of the service that was chosen by rows of another pane. */
export type ChosenRow = {
  readonly fid: string;
  /** A part of the row that was chosen, such as some GPUs of a machine: its name, and the placeholders that name it. Null for the whole row. */
  readonly part: { readonly words: string; readonly placeholders: Readonly<Record<string, string>> } | null;
};

/** Ids and keys of the last release: an id in the config file still names the command, and a key says where it went. */
export type Formerly = { readonly ids?: readonly string[]; readonly keys?: readonly string[] };

/** An action of the operator in a pane. Key, hint, help and palette are derived from this record. */
export type Action<Row> = {
  readonly id: string;
  /** Empty for what only the palette has. */
  readonly key: string;
  readonly formerly?: Formerly;
  readonly label: string;
  /** Other words for it that people type in palette and help. */
  readonly searchWords?: readonly string[];
  /** The word in the hint line; null when it is not shown there. */
  readonly hint: string | null;
  /** Its effect on a pause set. */
  readonly groupEffect?: GroupEffect;
  /** Its verb on the command line, when that is not the first word of its id. */
  readonly command?: string;
  /** Why it can't be done with this row now, in one sentence; null when it can. */
  readonly disabledReason?: (row: Row, context: Context) => string | null;
  /**
   * One sentence when the row is already as the action would make it; null when it isn't, or when that is unknown.
   * The command line prints it and counts it as success, as a script that runs twice expects.
   */
  readonly alreadyDone?: (row: Row, context: Context) => string | null;
  /** What it does about a preemption, as the alert says it of its key: `logs in`. */
  readonly onPreemption?: string;
  readonly effect: Effect<Row>;
};

/** A text that can be copied from a row, with the letter that picks it. */
export type CopyText<Row> = {
  readonly key: string;
  readonly label: string;
  readonly text: (row: Row, context: Context) => string | null;
};

/** A resource with a pane. A new column or action is one more record. */
export type Resource<Name extends PaneName> = {
  readonly name: Name;
  readonly key: string;
  /** Short name that goes to the pane in the palette: the only way to one whose `key` is empty. */
  readonly alias: string;
  /** Other words that people type to find the pane. */
  readonly searchWords?: readonly string[];
  readonly title: string;
  readonly side: Side;
  /** Its words on the command line: the list, `ssh-keys`; one row, `ssh-key`; and what its verbs do. */
  readonly words: { readonly list: string; readonly one: string; readonly verbs?: string };
  /** One row, in a sentence: `bid`, `SSH key`. */
  readonly one: string;
  /** What the pane says in place of `Loading` while rows of its own are computed; null when it says that. */
  readonly loading?: (context: Context) => string | null;
  /**
   * The lines of a pane without rows; `key` returns the key of a command, by default the usual one, and `isEmpty` whether
   * another list has no rows either.
   */
  readonly empty: (
    key: (command: string, usual: string) => string,
    isEmpty: (list: ServiceList) => boolean,
  ) => readonly [string, ...string[]];
  /**
   * What its rows are, for somebody who has never had one, longest first: the longest that fits ends its frame. `firstDays`: only in the
   * first days of an operator.
   */
  readonly about?: {
    readonly texts: (key: (command: string, usual: string) => string) => readonly string[];
    readonly firstDays?: true;
  };
  /** Why commands of other panes do not exist here, by command id, shown when their keys are pressed. */
  readonly absent?: (key: (command: string, usual: string) => string) => Readonly<Record<string, string>>;
  /** A cursor at the top stays there as new rows come, while the pane is not focused. */
  readonly followsTop?: true;
  /** Without rows the pane is on the wide screen only while it has the focus. */
  readonly hiddenWhenEmpty?: true;
  /** The list of the service that rows of the pane stand for, where programs of the operator run on a row; each row of it once. */
  readonly standsFor?: {
    readonly list: ServiceList;
    readonly rows: (rows: readonly Rows[Name][]) => readonly ChosenRow[];
  };
  /** What is said of a group of rows beside its title; empty for nothing. */
  readonly groupNote?: (rows: Iterable<Rows[Name]>, context: Context) => string;
  /** Words for the title of its pane that are true of all its rows, by one of them; null without any. */
  readonly note?: (row: Rows[Name]) => Cell | null;
  /** The fids of the rows that a row stands for, which are shown below it when it is opened; none for a single row. */
  readonly rowsOfGroup?: (row: Rows[Name]) => readonly string[];
  /**
   * Whether a row has ended and, as far as is known, never changes again: it need not be read often, and is shown for an hour, and then only when
   * the operator asks for such rows.
   */
  readonly hasEnded?: (row: Rows[Name]) => boolean;
  /** When a row has ended, as the service says, in milliseconds since 1970; null when it does not. */
  readonly endedAt?: (row: Rows[Name]) => number | null;
  /** Its title counts groups, not the rows in them. */
  readonly countsGroups?: true;
  readonly columns: readonly Column<Rows[Name]>[];
  readonly sort: { readonly column: string; readonly descending: boolean };
  /** Those of the service's lists are among the additions of `service-actions.ts`. */
  readonly actions: readonly Action<Rows[Name]>[];
  /** How a write with a lost response ended, by the rows read since; null when they don't show it. */
  readonly verdictOn?: (write: Write, context: Context) => Verdict | null;
  readonly detail: (row: Rows[Name], context: Context) => readonly DetailSection[];
  readonly copies: readonly CopyText<Rows[Name]>[];
  /** What custom commands can be given of a row; they are offered in panes that have it. */
  readonly placeholders?: Placeholders<Rows[Name]>;
  readonly labelOf: (row: Rows[Name]) => string;
  /** Whether a row of another pane belongs to a row of this one: bid → its instances, instance → its bid. */
  readonly relates?: (row: Rows[Name], pane: PaneName, fid: string, context: Context) => boolean;
};

/** A resource of the service: how it is listed and tracked. */
export type ServiceResource<Name extends ServiceList> = Resource<Name> &
  TrackedList<Rows[Name]> & {
    /** What there is not while the token may not read the list, to go on after "Without this list". */
    readonly without: string;
    /** The other lists that its columns read. */
    readonly joins: readonly ServiceList[];
    /** Names of tracked fields on screen, when they differ from the interface's own. */
    readonly fieldNames?: Readonly<Record<string, string>>;
  };

/** What can be done with the rows of one list of the service, and of each. */
export type ActionsOf<Name extends ServiceList> = Pick<Resource<Name>, 'actions' | 'verdictOn'>;
export type ServiceActions = { readonly [Name in ServiceList]?: ActionsOf<Name> };
