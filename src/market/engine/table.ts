import { firstWhere } from '../../lib/intervals.ts';

/** Common fields of all resources. */
export type Row = { readonly fid: string; readonly createdAt: number };

/** Rows of one resource, by fid and in the order of creation. Tracks changes since the last save, so that only these are saved. */
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

  /** Marks a row as changed, after a change in place. */
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

  /** The index of a row, or where to insert it. Searches from the end, where new rows go. */
  #placeOf(row: Kind): number {
    const last = this.#ordered.at(-1);
    if (last === undefined || compareRows(last, row) < 0) return this.#ordered.length;
    return firstWhere(this.#ordered, (there) => compareRows(there, row) >= 0);
  }
}

/** Compares rows by creation. Identifiers are compared by code unit, the same on every machine. */
export function compareRows(a: Row, b: Row): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  return a.fid < b.fid ? -1 : a.fid > b.fid ? 1 : 0;
}
