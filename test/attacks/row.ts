/** The groups of the table, worst first. */
export const GROUPS = ['commands', 'losses', 'memory and time', 'small doors'] as const;
export type Group = (typeof GROUPS)[number];

/** A test elsewhere that proves a row: its file, and its name as it stands there. */
export type Proven = { readonly file: string; readonly test: string };

/** One attack, or one kind of them: where it enters, what is tried, what must happen. */
export type AttackRow = {
  readonly id: string;
  readonly group: Group;
  /** Where it enters. */
  readonly enters: string;
  /** What is tried. */
  readonly tries: string;
  /** What happens instead, as docs/security.md says it. */
  readonly happens: string;
  /** How many attacks it is: hostile texts by the places they enter at by the ways out that are looked at. */
  readonly tried: { readonly texts: number; readonly doors: number; readonly exits: number };
  /** What drives it here, or the tests elsewhere that do. */
  readonly proof: (() => Promise<void>) | readonly Proven[];
  /** Programs that this machine must have for it; without them the row is skipped, and counted so. */
  readonly needs?: readonly string[];
};

/** How many attacks a row is. */
export const countOf = ({ tried: { texts, doors, exits } }: AttackRow): number => texts * doors * exits;
