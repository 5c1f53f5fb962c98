import type { PaneName } from '../../../src/resources/rows.ts';

/** What a feature's own words find first. */
export type TypedWords = {
  /** In the Bids pane: by what is typed, the id of a command. */
  readonly inBids: Readonly<Record<string, string>>;
  /** In the help alone, such as a key. */
  readonly inHelp?: Readonly<Record<string, string>>;
  readonly inPanes?: readonly (readonly [pane: PaneName, typed: string, command: string])[];
};
