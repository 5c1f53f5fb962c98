/** The wall clock's time, and the sequence among polls and responses to writes. */
export type PollStart = { readonly at: number; readonly sequence: number };

/** Its rows were read between `sequence` and `until`; by default at `sequence`. */
export type Poll = PollStart & { readonly until?: number };

/**
 * Whether known rows may have been read after a poll's. They stay then: a row may be behind the service, but never goes
 * back.
 */
export const isOvertaken = (poll: Poll, known: Poll): boolean => untilOf(known) > poll.sequence;

/** When a row was read at the latest; 0 before the list has any. */
export function readUntil(list: ReadOrder, fid: string): number {
  const read = list.newer.get(fid) ?? list.partial.get(fid);
  return read === undefined ? list.until : untilOf(read);
}

type ReadOrder = {
  readonly newer: ReadonlyMap<string, Poll>;
  readonly until: number;
  readonly partial: ReadonlyMap<string, Poll>;
};

const untilOf = ({ sequence, until }: Poll): number => until ?? sequence;
