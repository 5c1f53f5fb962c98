/** Start of a poll: the wall clock's time, and its sequence number among polls and responses to writes. */
export type PollStart = { readonly at: number; readonly sequence: number };

/**
 * A poll that has ended. Its rows were read at any time between `sequence` and `until`, the sequence number at which they had
 * arrived; by default at `sequence`, as for the response to a write.
 */
export type Poll = PollStart & { readonly until?: number };

/**
 * Whether rows that are known may have been read after the rows of a poll. A request can wait for its turn, and a list is read
 * page by page, so the request that started later does not always bring the later row. Those that are known stay then: a row on
 * screen may be behind the service, but never goes back.
 */
export const isOvertaken = (poll: Poll, known: Poll): boolean => untilOf(known) > poll.sequence;

/** When a row of a list was read at the latest; 0 before the list has any. */
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
