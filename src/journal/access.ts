/** Access of a part of the journal to its file. */
export type JournalAccess = {
  /** Returns what a function reads; nothing when the file can't be read. */
  readonly read: <Row>(act: () => readonly Row[]) => readonly Row[];
  /** Runs a function in a transaction; false when the file is busy or can't be written. */
  readonly atOnce: (act: () => void) => boolean;
};
