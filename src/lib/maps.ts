type KeyedValues<Value> = ReadonlyMap<string, Value>;

/** Compares values by identity. Neither map may change afterwards. */
export type MapDelta<Value> = {
  readonly before: KeyedValues<Value>;
  readonly after: KeyedValues<Value>;
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  readonly inOrder: boolean;
};

/** Walks both maps side by side: most entries keep their place. */
export function diffMaps<Value>(before: KeyedValues<Value>, after: KeyedValues<Value>): MapDelta<Value> {
  if (before === after) return { before, after, changed: [], gone: [], inOrder: true };
  const changed: string[] = [];
  const keys = after.keys();
  const values = after.values();
  let stayed = 0;
  let inOrder = true;
  const takesNext = (keyBefore: string | null, valueBefore: Value | null): boolean => {
    const key = keys.next().value;
    const value = values.next().value;
    if (key === undefined) return false;
    const same = valueBefore === value && keyBefore === key;
    if (keyBefore !== key) inOrder = false;
    if (same || before.has(key)) stayed += 1;
    if (!same && before.get(key) !== value) changed.push(key);
    return true;
  };
  before.forEach((value, key) => void takesNext(key, value));
  while (takesNext(null, null));
  const gone = stayed === before.size ? [] : [...before.keys()].filter((key) => !after.has(key));
  return { before, after, changed, gone, inOrder };
}

export function deltaWith<Value>(
  { before, after: first, ...delta }: MapDelta<Value>,
  after: KeyedValues<Value>,
  edited: Iterable<string>,
): MapDelta<Value> {
  const keys = [...edited];
  if (keys.some((key) => first.has(key) !== after.has(key))) return diffMaps(before, after);
  const others = keys.filter((key) => first.get(key) === before.get(key));
  const changed = [...delta.changed, ...others].filter((key) => after.get(key) !== before.get(key));
  return { ...delta, before, after, changed };
}

export function keysBetween<Value>(
  before: KeyedValues<Value>,
  after: KeyedValues<Value>,
  known: MapDelta<Value> | null,
): readonly string[] {
  const { changed, gone } = deltaBetween(before, after, known);
  return [...changed, ...gone];
}

/** The known delta, unless the reader missed a step. */
export function deltaBetween<Value>(
  before: KeyedValues<Value>,
  after: KeyedValues<Value>,
  known: MapDelta<Value> | null,
): MapDelta<Value> {
  return known?.before === before && known.after === after ? known : diffMaps(before, after);
}

/** With one more, the next version copies all entries. */
const mostEdits = (size: number): number => 64 + 4 * Math.ceil(Math.sqrt(size));

type Step = { readonly before: WeakRef<object>; readonly changed: readonly string[] };

/** `last`: new, behind the base's entries. Null: deleted. */
type Edit<Value> = { readonly value: Value; readonly last: boolean } | null;

/** Immutable. A new version costs as much as its changes. New entries come last. */
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

  static of<Value>(map: ReadonlyMap<string, Value>): VersionedMap<Value> {
    return map instanceof VersionedMap ? map : new VersionedMap(map, new Map(), map.size, null);
  }

  /** Undefined deletes. The same version when nothing differs. */
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

export function editedMap<Value>(
  map: ReadonlyMap<string, Value>,
  edits: Iterable<readonly [key: string, value: Value | undefined]>,
): ReadonlyMap<string, Value> {
  const first = VersionedMap.of(map);
  const next = first.with(edits);
  return next === first ? map : next;
}

/** Between neighbouring versions it costs as much as the changes. */
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
