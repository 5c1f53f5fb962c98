/** Groups of the table, worst first. */
export const GROUPS = ['commands', 'losses', 'memory and time', 'small doors'] as const;
export type Group = (typeof GROUPS)[number];

/** A test elsewhere that proves a row: its name and its file. */
export type Proven = { readonly file: string; readonly test: string };

/** One attack, or one kind of attack: its entry, its attempt, its required result. */
export type AttackRow = {
  readonly id: string;
  readonly group: Group;
  /** Entry of the attack. */
  readonly enters: string;
  /** Attempt of the attack. */
  readonly tries: string;
  /** Result as the README of this folder describes it. */
  readonly happens: string;
  /** Number of attacks: hostile texts multiplied by the fields they are in and the outputs that are checked. */
  readonly tried: { readonly texts: number; readonly doors: number; readonly exits: number };
  /** Function that carries it out here, or the tests elsewhere. */
  readonly proof: (() => Promise<void>) | readonly Proven[];
  /** Programs that it needs on this machine; without them the row is skipped, and counted as such. */
  readonly needs?: readonly string[];
  /** Whether only a program of its own can show it, such as one whose output is a full disk, and not one in the process of the tests. */
  readonly asProgram?: true;
};

export const countOf = ({ tried: { texts, doors, exits } }: AttackRow): number => texts * doors * exits;
