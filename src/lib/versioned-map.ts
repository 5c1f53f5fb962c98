import { keysBetween } from './diff-maps.ts';

/** Most edits that a version keeps beside its base; with one more the next version copies all entries. */
const mostEdits = (size: number): number => 64 + 4 * Math.ceil(Math.sqrt(size));

/** What a version changed in the one before. */
type Step = { readonly before: WeakRef<object>; readonly changed: readonly string[] };

/** A changed entry: one that was not there is `last`, behind those of the base. Null for a deleted one. */
type Edit<Value> = { readonly value: Value; readonly last: boolean } | null;

/** An immutable map. Making a new version takes time for the changed entries, not for all. New entries come last. */
export class VersionedMap<Value> implements ReadonlyMap<string, Value> {
  readonly size: number;
  readonly #base: ReadonlyMap<string, Value>;
  readonly #edits: ReadonlyMap<string, Edit<Value>>;
  readonly #step: Step | null;

  private constructor(
    base: ReadonlyMap<string, Value>,
    edits: ReadonlyMap<string, Edit<Value>>,
    size: number,
    step: Step | null,
  ) {
    this.#base = base;
    this.#edits = edits;
    this.size = size;
    this.#step = step;
  }

  /** The first version: the map must not be mutated any more. */
  static of<Value>(map: ReadonlyMap<string, Value>): VersionedMap<Value> {
    return map instanceof VersionedMap ? map : new VersionedMap(map, new Map(), map.size, null);
  }

  /** A version with other values; what is undefined is deleted. The same version when nothing differs. */
  with(edits: Iterable<readonly [key: string, value: Value | undefined]>): VersionedMap<Value> {
    const next = new Map(this.#edits);
    const changed = new Set<string>();
    let { size } = this;
    for (const [key, value] of edits) {
      const known = next.get(key);
      const has = known === undefined ? this.#base.has(key) : known !== null;
      const before = known === undefined ? this.#base.get(key) : known?.value;
      if (has ? before === value : value === undefined) continue;
      if (!has) next.delete(key);
      next.set(key, value === undefined ? null : { value, last: !has || known?.last === true });
      size += (value === undefined ? 0 : 1) - (has ? 1 : 0);
      changed.add(key);
    }
    if (changed.size === 0) return this;
    const step = { before: new WeakRef(this), changed: [...changed] };
    const version = new VersionedMap(this.#base, next, size, step);
    if (next.size <= mostEdits(this.#base.size)) return version;
    const base = new Map(this.#base);
    for (const [key, edit] of next) {
      if (edit?.last !== false) base.delete(key);
      if (edit !== null) base.set(key, edit.value);
    }
    return new VersionedMap(base, new Map(), size, step);
  }

  /** The keys that differ from another version, when this one was made from it; else null. */
  changedSince(other: object): readonly string[] | null {
    return this.#step?.before.deref() === other ? this.#step.changed : null;
  }

  get(key: string): Value | undefined {
    const edit = this.#edits.get(key);
    return edit === undefined ? this.#base.get(key) : edit?.value;
  }

  has(key: string): boolean {
    const edit = this.#edits.get(key);
    return edit === undefined ? this.#base.has(key) : edit !== null;
  }

  *entries(): MapIterator<[string, Value]> {
    for (const [key, value] of this.#base) {
      const edit = this.#edits.get(key);
      if (edit === undefined) yield [key, value];
      else if (edit?.last === false) yield [key, edit.value];
    }
    for (const [key, edit] of this.#edits) if (edit?.last === true) yield [key, edit.value];
  }

  *keys(): MapIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<Value> {
    for (const [key, value] of this.#base) {
      const edit = this.#edits.get(key);
      if (edit === undefined) yield value;
      else if (edit?.last === false) yield edit.value;
    }
    for (const edit of this.#edits.values()) if (edit?.last === true) yield edit.value;
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  forEach(act: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    this.#base.forEach((value, key) => {
      const edit = this.#edits.get(key);
      if (edit === undefined) act(value, key, this);
      else if (edit?.last === false) act(edit.value, key, this);
    });
    for (const [key, edit] of this.#edits) if (edit?.last === true) act(edit.value, key, this);
  }
}

/** A map with other values, where what is undefined is deleted. The same map when nothing differs. It must not be mutated any more. */
export function editedMap<Value>(
  map: ReadonlyMap<string, Value>,
  edits: Iterable<readonly [key: string, value: Value | undefined]>,
): ReadonlyMap<string, Value> {
  const first = VersionedMap.of(map);
  const next = first.with(edits);
  return next === first ? map : next;
}

/** The keys whose values differ between two maps. Between a version and the next one, this takes as long as there are changes. */
export function changedKeys<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): readonly string[] {
  if (before === after) return [];
  const known =
    (after instanceof VersionedMap ? after.changedSince(before) : null) ??
    (before instanceof VersionedMap ? before.changedSince(after) : null);
  return known ?? keysBetween(before, after, null);
}
