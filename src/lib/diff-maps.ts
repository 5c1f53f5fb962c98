type KeyedValues<Value> = ReadonlyMap<string, Value>;

/** Difference of two maps, by the identity of their values. Neither may be changed afterwards. */
export type MapDelta<Value> = {
  readonly before: KeyedValues<Value>;
  readonly after: KeyedValues<Value>;
  /** Keys that are new or have another value. */
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  /** True when the remaining keys are in the same order. */
  readonly inOrder: boolean;
};

/**
 * The difference of two maps. Walks both side by side: most entries are the same
 * and in the same position, and this is much faster than a lookup of each key.
 */
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

/** The delta to a map that differs from the one after it in some entries. */
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

/** The keys of the entries that differ between a reader's last map and another one; `known` as in `deltaBetween`. */
export function keysBetween<Value>(
  before: KeyedValues<Value>,
  after: KeyedValues<Value>,
  known: MapDelta<Value> | null,
): readonly string[] {
  const { changed, gone } = deltaBetween(before, after, known);
  return [...changed, ...gone];
}

/** The delta from a reader's last map: `known` when it connects both maps, computed again when the reader missed a step. */
export function deltaBetween<Value>(
  before: KeyedValues<Value>,
  after: KeyedValues<Value>,
  known: MapDelta<Value> | null,
): MapDelta<Value> {
  return known?.before === before && known.after === after ? known : diffMaps(before, after);
}
