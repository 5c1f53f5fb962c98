import type { ServiceList } from '../contract/lists.ts';
import type { GroupEffect } from '../resources/resource.ts';

/**
 * Words for lists and changes of their rows. The build takes them from the resources, so help, completion and usage
 * errors don't load these.
 */
export type CommandWords = {
  readonly lists: readonly ListWords[];
  readonly listOptions: readonly ListOptionWords[];
  readonly columnHelp: string;
  readonly groups: readonly GroupWords[];
};

/** A list in plural and singular, with further search words. */
export type ListWords = {
  readonly name: ServiceList;
  readonly several: string;
  readonly one: string;
  readonly words: readonly string[];
};

/** An option of `get`. `hints` are completed; other values are accepted too. */
export type ListOptionWords = {
  readonly flags: string;
  readonly help: string;
  readonly hints: readonly string[];
  /** The largest value of a count; null for a text. */
  readonly most: number | null;
};

export type GroupWords = {
  readonly list: ServiceList;
  readonly one: string;
  readonly description: string;
  readonly verbs: readonly VerbWords[];
};

export type VerbWords = {
  readonly word: string;
  readonly words: readonly string[];
  readonly description: string;
  readonly names: 'none' | 'one' | 'several';
  /** Whether a filter can replace the names. */
  readonly filters: boolean;
  readonly fields: readonly FieldOption[];
  readonly hasLike: boolean;
  readonly waits: boolean;
  readonly bringsSecret: boolean;
  readonly groupEffect: GroupEffect | null;
};

type FieldOption = { readonly flags: string; readonly help: string };
