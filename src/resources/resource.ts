import type { TrackedList } from '../changes/tracked-fields.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Money } from '../lib/money.ts';
import type { Cell, SortKey, Tone } from './cell.ts';
import type { Context } from './context.ts';
import type { Measured, MeasureKind } from './filter/quantities.ts';
import type { Field, Form } from './form.ts';
import type { PaneName, Rows } from './rows.ts';
import type { Verdict, Write } from './write.ts';

/** Where a pane stands on the wide screen: always on the left, or on the right side with the others of its group. */
export type Side = 'main' | 'resources' | 'own';

/** Everything about one column: header, width in columns, cell, sort and filter. */
export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly width: number;
  /** A column that takes what room is left, up to this width. */
  readonly maxWidth?: number;
  readonly align?: 'left' | 'right';
  /** As room shrinks the column with the highest number goes first; 0 never goes. */
  readonly priority: number;
  /** A column that is shown only when it has been chosen. */
  readonly optional?: true;
  readonly cell: (row: Row, context: Context) => Cell;
  readonly sortBy?: (row: Row, context: Context) => SortKey;
  /** Other names that a filter may use for it. */
  readonly aliases?: readonly string[];
  /** What a filter finds the row by beside the text that is shown: the identifier behind a name. */
  readonly filterText?: (row: Row) => string;
  /** What rows can be grouped by: rows of the same text stand together under it. */
  readonly groupBy?: (row: Row, context: Context) => string;
  /** What a group of rows comes to, as the line over it says in this column. */
  readonly sum?: (rows: readonly Row[], context: Context) => string;
  /** The value behind the text, for comparisons in a filter; null when nobody knows it. */
  readonly compareAs?: { readonly kind: MeasureKind; readonly of: (row: Row, context: Context) => Measured | null };
};

/** One line of a row's detail. `copy` is what `y` takes there, when it differs from what is shown. */
export type DetailLine = {
  readonly label: string;
  readonly text: string;
  readonly tone?: Tone;
  readonly copy?: string;
};
export type DetailSection = { readonly title: string; readonly lines: readonly DetailLine[] };

/** What has to be agreed to before something is destroyed: `typed` must be typed, or `y` pressed when it is null. */
export type Confirmation = {
  readonly title: string;
  readonly lines: readonly { readonly text: string; readonly tone?: Tone }[];
  readonly typed: string | null;
};

/** Money at stake: what runs now at its limit price for an hour, one amount for each currency. */
export type Exposure = readonly Money[];

/** What a change means for running work and for cost. */
export type Impact = {
  /** How many bids the change is made to. */
  readonly bids: number;
  /** How many of these have work that stops, or begin to cost. */
  readonly affected: number;
  /** The change and its meaning in one line: `pause train-llama, 8 running instances stop ($208.40/h)`. */
  readonly sentence: string;
  /** The same as a dialog, for when the count is typed. */
  readonly title: string;
  readonly lines: Confirmation['lines'];
};

/** Where an action leads: a pane, narrowed by a filter or with one row selected; a second pane can be narrowed with it. */
export type Jump = {
  readonly pane: PaneName;
  readonly fid: string | null;
  readonly filter: string | null;
  readonly alongside?: { readonly pane: PaneName; readonly filter: string };
};

/** A terminal session to open: what it is called, where it leads, and the arguments that name it to `ssh`. */
export type Login = {
  readonly fid: string;
  readonly instance: string;
  readonly destination: string;
  readonly args: readonly string[];
};

/** A form that changes several rows together. */
export type FormForSeveral<Row> = {
  readonly fields: readonly Field[];
  readonly open: (rows: readonly Row[], asked: { readonly production: boolean; readonly note: string | null }) => Form;
  /** Whether texts by field id need this form even for one row, because they depend on the row as it is. */
  readonly needed: (text: Readonly<Record<string, string>>) => boolean;
};

/** What an action does, as data; the state layer carries it out. */
export type Effect<Row> =
  | {
      readonly kind: 'write';
      readonly write: (row: Row, context: Context) => Write;
      /** What it stops or lets begin to cost, to decide whether the key asks first. */
      readonly impact: (rows: readonly Row[], context: Context) => Impact;
    }
  | {
      readonly kind: 'destroy';
      readonly ask: (rows: readonly Row[], context: Context) => Confirmation;
      readonly write: (row: Row, context: Context) => Write;
    }
  | {
      readonly kind: 'form';
      readonly fields: readonly Field[];
      readonly open: (row: Row, context: Context) => Form;
      /** The form that changes several rows together; without, it is opened for the row under the cursor alone. */
      readonly several?: FormForSeveral<Row>;
    }
  | {
      readonly kind: 'ssh';
      readonly where: 'window' | 'split';
      readonly to: (row: Row, context: Context) => Login | null;
    }
  | { readonly kind: 'history' }
  | { readonly kind: 'end-session'; readonly session: (row: Row) => string }
  | {
      readonly kind: 'new';
      readonly fields: readonly Field[];
      readonly open: (context: Context) => Form;
      /** Whether the answer may bring a secret that is shown once. */
      readonly mayBringSecret?: true;
    }
  | { readonly kind: 'jump'; readonly to: (row: Row, context: Context) => Jump | string };

/** One thing the operator can do in a pane. Its record is all there is: key, hint, help and palette follow from it. */
export type Action<Row> = {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  /** The word in the hint line; null when it is not worth the room there. */
  readonly hint: string | null;
  /** Whether it pauses or resumes a whole set of rows by a name. */
  readonly groupEffect?: 'pauses' | 'resumes';
  /** What it is called on the command line, when that is not the first word of its id. */
  readonly command?: string;
  /** Why it can't be done with this row now, in one sentence; null when it can. */
  readonly disabledReason?: (row: Row, context: Context) => string | null;
  /**
   * That the row is already as the action would make it, in one sentence; null when it isn't, or when nobody can know. The
   * command line says so and counts it as done, as a script that runs twice expects.
   */
  readonly alreadyDone?: (row: Row, context: Context) => string | null;
  readonly effect: Effect<Row>;
};

/** A text that can be copied from a row, with the letter that picks it. */
export type CopyText<Row> = {
  readonly key: string;
  readonly label: string;
  readonly text: (row: Row, context: Context) => string | null;
};

/** A resource as the console shows it. Adding a column or an action is adding one record. */
export type Resource<Name extends PaneName> = {
  readonly name: Name;
  readonly key: string;
  readonly title: string;
  readonly side: Side;
  /** The list on the command line, `ssh-keys`; one of it, `ssh-key`; and what the verbs of that command do. */
  readonly words: { readonly list: string; readonly one: string; readonly verbs?: string };
  /** One of them, in a sentence: `bid`, `SSH key`. */
  readonly one: string;
  /** What a pane without rows says; `key` names the key of a command, which is usually the one given. */
  readonly empty: (key: (command: string, usual: string) => string) => string;
  /** Why commands of other panes are not to be had here, by command; `key` as in `empty`. Their keys say so. */
  readonly absent?: (key: (command: string, usual: string) => string) => Readonly<Record<string, string>>;
  /** Whether a cursor at the top stays there as new rows come, while the pane has not the focus. */
  readonly followsTop?: true;
  readonly columns: readonly Column<Rows[Name]>[];
  readonly sort: { readonly column: string; readonly descending: boolean };
  readonly actions: readonly Action<Rows[Name]>[];
  /** How a write whose answer was lost has ended, as the rows that came after it tell; null when they don't. */
  readonly verdictOn?: (write: Write, context: Context) => Verdict | null;
  readonly detail: (row: Rows[Name], context: Context) => readonly DetailSection[];
  readonly copies: readonly CopyText<Rows[Name]>[];
  readonly labelOf: (row: Rows[Name]) => string;
  /** The rows of another pane that belong to a selected row of this one: bid → its instances, instance → its bid. */
  readonly relates?: (row: Rows[Name], pane: PaneName, fid: string, context: Context) => boolean;
};

/** What placeholders of custom commands stand for, by name; null where a row has no such value. */
export type Placeholders<Row> = Readonly<Record<string, (row: Row, context: Context) => string | null>>;

/** A resource that the service keeps: how it is listed, followed and handed to custom commands. */
export type ServiceResource<Name extends ServiceList> = Resource<Name> &
  TrackedList<Rows[Name]> & {
    /** The other lists that its columns read. */
    readonly joins: readonly ServiceList[];
    /** Names of tracked fields on screen, where they are not the interface's own. */
    readonly fieldNames?: Readonly<Record<string, string>>;
    readonly placeholders: Placeholders<Rows[Name]>;
  };
