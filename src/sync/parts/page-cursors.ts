import type { PageCursor } from '../../api/list-pages.ts';

/** Pages in a row without any of the rows that they are to have, after which pages are no longer requested by their cursors. */
const MAX_MISSES = 3;

/**
 * Creates the record of the pages of a list, by the cursors of its last complete reading: a single page can be requested again. How long
 * a cursor stays valid, and whether its page keeps its rows, is not shown (section 2.6), so each answer is checked.
 */
export function createPageCursors() {
  const known = new Map<string, readonly PageCursor[]>();
  const moved = new Set<string>();
  let misses = 0;
  let isUsable = true;
  return {
    /** The pages of a project but the first; none where cursors can't be used again. */
    of: (project: string): readonly PageCursor[] => (isUsable ? (known.get(project) ?? []) : []),
    isMoved: (fid: string): boolean => moved.has(fid),
    /** Replaces the pages of all projects by those of a complete list. */
    listArrived: (pages: ReadonlyMap<string, readonly PageCursor[]>): void => {
      known.clear();
      for (const [project, cursors] of pages) known.set(project, cursors);
      moved.clear();
    },
    /** Notes which of its wanted rows a page did not have. */
    pageRead: (wanted: readonly string[], missing: readonly string[]): void => {
      for (const fid of missing) moved.add(fid);
      misses = missing.length === wanted.length ? misses + 1 : 0;
      if (misses >= MAX_MISSES) isUsable = false;
    },
    /** The service refused a cursor that it had given. */
    refused: (): void => {
      isUsable = false;
    },
  };
}
