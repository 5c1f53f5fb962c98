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
  const keys = before.keys();
  const values = before.values();
  let stayed = 0;
  let inOrder = true;
  after.forEach((value, key) => {
    const keyBefore = keys.next().value;
    const same = values.next().value === value && keyBefore === key;
    if (keyBefore !== key) inOrder = false;
    if (same || before.has(key)) stayed += 1;
    if (!same && before.get(key) !== value) changed.push(key);
  });
  const gone = stayed === before.size ? [] : [...before.keys()].filter((key) => !after.has(key));
  return { before, after, changed, gone, inOrder };
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
