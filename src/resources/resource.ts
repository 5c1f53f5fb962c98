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

/** Left, right in two groups, or the whole screen while focused. */
export type Side = 'main' | 'resources' | 'own' | 'whole';

export type Live = {
  /** Before, the columns take no room. */
  readonly isRead: OwnValue<[], boolean>;
  /** `no machine is read`. */
  readonly hidden: string;
  /** Stands in the title of a pane with such a column. */
  readonly note: OwnValue<[], string | null>;
  /** `in the console, once machines are read`. */
  readonly when: string;
  /** Stands after the column's name: `is read from the machines, which this command does not do`. */
  readonly refused: string;
  readonly instead: string;
};

/** Exact amounts by name, to be added up and taken away. */
export type Counts = ReadonlyMap<string, bigint>;

/** A text about a group, by each row or by all. */
export type GroupSum<Row> =
  | {
      readonly kind: 'counts';
      readonly of: (row: Row, context: Context) => Counts;
      readonly text: (counts: Counts, context: Context) => string;
    }
  | { readonly kind: 'rows'; readonly text: (rows: readonly Row[], context: Context) => string };

export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  /** The width below which the column is not squeezed. */
  readonly width: number;
  /** Takes free room up to this width before cut columns; by default `width`. */
  readonly maxWidth?: number;
  /** Asks for this width because cells grow by themselves. */
  readonly reserves?: number;
  /** Always has its `width`, because cells change with time or probes. */
  readonly steady?: true;
  /** A shorter cell beside another column with the rest of its text. */
  readonly beside?: { readonly column: string; readonly cell: (row: Row, context: Context) => Cell };
  readonly align?: 'left' | 'right';
  /** The highest number is dropped first, 0 never. */
  readonly priority: number;
  /** Draws the cell in a width, because more room shows more. */
  readonly draw?: (row: Row, context: Context, width: number, isBeside: boolean) => Cell;
  /** What pictures show: filters don't search it, the command line doesn't print it. */
  readonly picture?: string;
  /** Words of a filter don't search it, and the command line refuses it. */
  readonly live?: Live;
  /** Shown only when chosen. */
  readonly optional?: true;
  /** Not shown while no row has a value, unless chosen. */
  readonly hidesEmpty?: true;
  readonly cell: (row: Row, context: Context) => Cell;
  /** The cell is `?` while one of these members can't be read. */
  readonly reads?: readonly string[];
  readonly sortBy?: (row: Row, context: Context) => SortKey;
  /** Sorting begins with the largest. */
  readonly largestFirst?: true;
  /** `aligned`: rows without a group begin where groups' texts do. */
  readonly foldsHere?: 'signed' | 'aligned';
  readonly aliases?: readonly string[];
  /** Further text for filters: the identifier behind an alias. */
  readonly filterText?: (row: Row, context: Context) => string;
  /** The identifier behind the text, for `column:=` alone. */
  readonly identifier?: (row: Row) => string | null;
  /** The title of the row's group. */
  readonly groupBy?: (row: Row, context: Context) => string;
  /** Shown in this column of a group's title line. */
  readonly sum?: GroupSum<Row>;
  /** For comparisons in a filter, in the typed unit if it has several. */
  readonly compareAs?: {
    readonly kind: MeasureKind;
    readonly of: (row: Row, context: Context, unit: string) => Measure | null;
  };
};

/** The text for `y`, if it differs. */
export type DetailLine = {
  readonly label: string;
  readonly text: string;
  readonly tone?: Tone;
  readonly copy?: string;
};
export type DetailSection = { readonly title: string; readonly lines: readonly DetailLine[] };

/** Asks before a destructive action: type `typed`, or press `y` when it is null. */
export type Confirmation = {
  readonly title: string;
  readonly lines: readonly { readonly text: string; readonly tone?: Tone }[];
  readonly typed: string | null;
};

/** A row without a computable cost. */
export type Unpriced = { readonly of: 'bid' | 'instance' | 'row'; readonly name: string };

export type Exposure = Sum<Unpriced>;

export type Impact = {
  readonly bids: number;
  /** Bids with work to stop, or about to cost. */
  readonly affected: number;
  /** `8 running instances stop ($208.40/h)`. */
  readonly meaning: string;
  /** `pause train-llama, 8 running instances stop ($208.40/h)`. */
  readonly sentence: string;
  readonly title: string;
  readonly lines: Confirmation['lines'];
};

/** A pane, filtered or with one row selected; `alongside` filters a second pane. */
export type Jump = {
  readonly pane: PaneName;
  readonly fid: string | null;
  readonly filter: string | null;
  readonly alongside?: { readonly pane: PaneName; readonly filter: string };
};

export type FormForSeveral<Row> = {
  readonly fields: readonly Field[];
  readonly open: (
    rows: readonly Row[],
    request: { readonly production: boolean; readonly note: string | null },
  ) => Form;
  /** Whether these texts need this form even for one row, because they depend on present values. */
  readonly needed: (text: Readonly<Record<string, string>>) => boolean;
};

export type BidsOfRows = { readonly fids: readonly BidFid[]; readonly leftOut: string | null };

/** A service for changes, a reachable instance, or nothing. */
export type EffectNeeds = 'service' | 'instance' | 'nothing';

/** Work of a feature, and its own key: the feature's part of the screen has the function. */
export type OwnWork = { readonly needs: EffectNeeds };

/** The effect of an action, as data; the state layer carries it out. */
export type Effect<Row> =
  | {
      readonly kind: 'write';
      readonly write: (row: Row, context: Context) => Write;
      /** Decides whether the key asks first. */
      readonly impact: (rows: readonly Row[], context: Context) => Impact;
    }
  | {
      readonly kind: 'destroy';
      readonly ask: (rows: readonly Row[], context: Context) => Confirmation;
      readonly write: (row: Row, context: Context) => Write;
    }
  | {
      readonly kind: 'delegate';
      readonly action: Action<Rows['bids']>;
      readonly bids: (rows: readonly Row[], context: Context) => Outcome<BidsOfRows, string>;
      readonly bidOf: (row: Row, context: Context) => BidFid | null;
      /** While none is marked, the cursor's row stands for these. */
      readonly underCursor?: (row: Row) => readonly string[];
    }
  | {
      readonly kind: 'form';
      readonly fields: readonly Field[];
      readonly open: (row: Row, context: Context) => Form;
      /** Without it `open` is used for the row under the cursor. */
      readonly several?: FormForSeveral<Row>;
    }
  | { readonly kind: 'work'; readonly work: OwnWork }
  | {
      readonly kind: 'new';
      readonly fields: readonly Field[];
      readonly open: (context: Context) => Form;
      readonly mayBringSecret?: true;
    }
  | { readonly kind: 'jump'; readonly to: (row: Row, context: Context) => Jump | string };

export type GroupEffect = 'pauses' | 'resumes';

export type ChosenRow = {
  readonly fid: string;
  /** Part of the row, such as some GPUs of a machine; null for the whole row. */
  readonly part: { readonly words: string; readonly placeholders: Readonly<Record<string, string>> } | null;
};

/** Ids and keys of the last release: an id still works, a key names its successor. */
export type Formerly = { readonly ids?: readonly string[]; readonly keys?: readonly string[] };

/** An action of the operator. Key, hint, help and palette are derived from it. */
export type Action<Row> = {
  readonly id: string;
  /** Empty for the palette alone. */
  readonly key: string;
  readonly formerly?: Formerly;
  readonly label: string;
  /** For palette and help. */
  readonly searchWords?: readonly string[];
  readonly hint: string | null;
  readonly groupEffect?: GroupEffect;
  /** Its verb on the command line, if not the first word of its id. */
  readonly command?: string;
  readonly disabledReason?: (row: Row, context: Context) => string | null;
  /** One sentence when the row is already so; a command counts that as success. */
  readonly alreadyDone?: (row: Row, context: Context) => string | null;
  /** As the alert says it: `logs in`. */
  readonly onPreemption?: string;
  readonly effect: Effect<Row>;
};

/** A text to copy, and its letter. */
export type CopyText<Row> = {
  readonly key: string;
  readonly label: string;
  readonly text: (row: Row, context: Context) => string | null;
};

/** A resource with a pane. A new column or action is one more record. */
export type Resource<Name extends PaneName> = {
  readonly name: Name;
  readonly key: string;
  /** Its short name in the palette. */
  readonly alias: string;
  readonly searchWords?: readonly string[];
  readonly title: string;
  readonly side: Side;
  /** On the command line: `ssh-keys`, `ssh-key`, and a sentence on its verbs. */
  readonly words: { readonly list: string; readonly one: string; readonly verbs?: string };
  readonly one: string;
  readonly loading?: (context: Context) => string | null;
  /** The lines of a pane without rows; `isEmpty` asks of another list. */
  readonly empty: (
    key: (command: string, usual: string) => string,
    isEmpty: (list: ServiceList) => boolean,
  ) => readonly [string, ...string[]];
  /** What its rows are, longest first. `firstDays`: only for a new operator. */
  readonly about?: {
    readonly texts: (key: (command: string, usual: string) => string) => readonly string[];
    readonly firstDays?: true;
  };
  readonly absent?: (key: (command: string, usual: string) => string) => Readonly<Record<string, string>>;
  /** A cursor at the top stays there as new rows come. */
  readonly followsTop?: true;
  /** Without rows it is on the wide screen only while focused. */
  readonly hiddenWhenEmpty?: true;
  /** The service's rows behind rows of the pane, for programs. */
  readonly standsFor?: {
    readonly list: ServiceList;
    readonly rows: (rows: readonly Rows[Name][]) => readonly ChosenRow[];
  };
  /** Beside the title of a group; empty for nothing. */
  readonly groupNote?: (rows: Iterable<Rows[Name]>, context: Context) => string;
  /** For the title of the pane, by any of its rows. */
  readonly note?: (row: Rows[Name]) => Cell | null;
  /** The fids of the rows shown below an opened one. */
  readonly rowsOfGroup?: (row: Rows[Name]) => readonly string[];
  /** An ended row never changes again: read seldom, and shown for an hour. */
  readonly hasEnded?: (row: Rows[Name]) => boolean;
  readonly endedAt?: (row: Rows[Name]) => number | null;
  readonly countsGroups?: true;
  readonly columns: readonly Column<Rows[Name]>[];
  readonly sort: { readonly column: string; readonly descending: boolean };
  /** Those of the service's lists come from `service-actions.ts`. */
  readonly actions: readonly Action<Rows[Name]>[];
  readonly verdictOn?: (write: Write, context: Context) => Verdict | null;
  readonly detail: (row: Rows[Name], context: Context) => readonly DetailSection[];
  readonly copies: readonly CopyText<Rows[Name]>[];
  /** Offered to custom commands. */
  readonly placeholders?: Placeholders<Rows[Name]>;
  readonly labelOf: (row: Rows[Name]) => string;
  /** Whether rows belong together: bid → its instances, instance → its bid. */
  readonly relates?: (row: Rows[Name], pane: PaneName, fid: string, context: Context) => boolean;
};

export type ServiceResource<Name extends ServiceList> = Resource<Name> &
  TrackedList<Rows[Name]> & {
    /** Goes on after "Without this list". */
    readonly without: string;
    readonly joins: readonly ServiceList[];
    readonly fieldNames?: Readonly<Record<string, string>>;
  };

export type ActionsOf<Name extends ServiceList> = Pick<Resource<Name>, 'actions' | 'verdictOn'>;
export type ServiceActions = { readonly [Name in ServiceList]?: ActionsOf<Name> };
