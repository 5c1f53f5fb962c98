import type { ServiceList } from '../contract/lists.ts';
import type { GroupEffect } from '../resources/resource.ts';

/**
 * What the command line says of the lists and of the changes of their rows. The build makes it of the resources, which take time to
 * load: help, completion and wrong usage do without them.
 */
export type CommandWords = {
  /** The lists in the order of their panes. */
  readonly lists: readonly ListWords[];
  /** Options of `get` for the query parameters of lists. */
  readonly listOptions: readonly ListOptionWords[];
  /** The end of the help of `get`. */
  readonly columnHelp: string;
  /** Lists with verbs. */
  readonly groups: readonly GroupWords[];
};

/** A list, as it is named for several rows and for one: `bids`, `bid`; and further words by which the palette finds its pane. */
export type ListWords = {
  readonly name: ServiceList;
  readonly several: string;
  readonly one: string;
  readonly words: readonly string[];
};

/** An option of `get`. `hints` are completed; any other value is accepted too. */
export type ListOptionWords = {
  readonly flags: string;
  readonly help: string;
  readonly hints: readonly string[];
  /** The largest value of an option with a count; null for a text. */
  readonly most: number | null;
};

/** The verbs of a list, and the sentence that describes them. */
export type GroupWords = {
  readonly list: ServiceList;
  readonly one: string;
  readonly description: string;
  readonly verbs: readonly VerbWords[];
};

/** A verb: `bid pause`. */
export type VerbWords = {
  readonly word: string;
  /** Further words by which the palette finds it: `delete`. */
  readonly words: readonly string[];
  readonly description: string;
  /** What it needs: no row, one row by name, or rows by name. */
  readonly names: 'none' | 'one' | 'several';
  /** Whether it takes a filter instead of names. */
  readonly filters: boolean;
  readonly fields: readonly FieldOption[];
  /** Whether the fields can be those of an existing row. */
  readonly hasLike: boolean;
  /** Whether it can wait until its bid is allocated. */
  readonly waits: boolean;
  /** Whether it can bring a secret that is shown once. */
  readonly bringsSecret: boolean;
  readonly groupEffect: GroupEffect | null;
};

/** The option of a field of a form. */
type FieldOption = { readonly flags: string; readonly help: string };
