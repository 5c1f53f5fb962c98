/** What every resource has: its identifier and when it was made. */
export type Row = { readonly fid: string; readonly createdAt: number };

/**
 * The rows of one resource, found by fid and kept in the order of creation. It remembers what was changed
 * since it was last saved, so that saving writes only that.
 */
export class Rows<Kind extends Row> {
  readonly #byFid = new Map<string, Kind>();
  readonly #ordered: Kind[] = [];
  readonly #unsaved = new Set<string>();

  get size(): number {
    return this.#ordered.length;
  }

  /** All rows, oldest first; rows of the same millisecond by fid. */
  get ordered(): readonly Kind[] {
    return this.#ordered;
  }

  get unsaved(): ReadonlySet<string> {
    return this.#unsaved;
  }

  get(fid: string): Kind | undefined {
    return this.#byFid.get(fid);
  }

  add(row: Kind): void {
    this.#byFid.set(row.fid, row);
    this.#ordered.splice(this.#placeOf(row), 0, row);
    this.#unsaved.add(row.fid);
  }

  /** To be called after a row was changed in place. */
  touch(row: Kind): void {
    this.#unsaved.add(row.fid);
  }

  remove(row: Kind): void {
    if (!this.#byFid.delete(row.fid)) return;
    this.#ordered.splice(this.#placeOf(row), 1);
    this.#unsaved.add(row.fid);
  }

  saved(): void {
    this.#unsaved.clear();
  }

  /** Where the row is, or belongs. New rows belong at the end, so looking begins there. */
  #placeOf(row: Kind): number {
    const last = this.#ordered.at(-1);
    if (last === undefined || compareRows(last, row) < 0) return this.#ordered.length;
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = this.#ordered[middle];
      if (there !== undefined && compareRows(there, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Order of creation. Identifiers are compared by code unit, the same on every machine. */
export function compareRows(a: Row, b: Row): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  return a.fid < b.fid ? -1 : a.fid > b.fid ? 1 : 0;
}
