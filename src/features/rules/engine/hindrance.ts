/** Words of something that can keep a rule from doing what it is for. */
export type HindranceWords = {
  /** Whether the rule can't do what it is for, so that it says so. Otherwise it is usual, and only shown. */
  readonly isSaid: boolean;
  readonly help: string;
};

/** What hinders a rule now: `why` is a sentence without its final period. */
export type Hindrance<Reason extends string = string> = { readonly reason: Reason; readonly why: string };
