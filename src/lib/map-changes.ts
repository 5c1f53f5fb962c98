/** What of a map is another than in the one before it, by key. */
export type MapChanges = {
  /** What is new, or has another value than before. */
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  /** Whether what was there before stands in the same order. */
  readonly inOrder: boolean;
};

type Keyed = ReadonlyMap<string, unknown>;

/** When a list arrives half a dozen ask what is new about it, and two lists may arrive at a time. */
const MOST = 4;
let compared: readonly { readonly before: Keyed; readonly after: Keyed; readonly changes: MapChanges }[] = [];

/** Compares two maps by the identity of their values. Neither may be changed afterwards: the answer is remembered. */
export function mapChanges(before: Keyed, after: Keyed): MapChanges {
  const known = compared.find((one) => one.before === before && one.after === after);
  if (known !== undefined) return known.changes;
  const changes = compare(before, after);
  compared = [{ before, after, changes }, ...compared.slice(0, MOST - 1)];
  return changes;
}

/**
 * Of two long lists nearly everything is the same and in the same place: walked side by side they are compared in a fraction
 * of the time that it takes to look each key up.
 */
function compare(before: Keyed, after: Keyed): MapChanges {
  const changed: string[] = [];
  const keys = before.keys();
  const values = before.values();
  let stayed = 0;
  let inOrder = true;
  after.forEach((value, key) => {
    const beside = keys.next().value;
    const same = values.next().value === value && beside === key;
    if (beside !== key) inOrder = false;
    if (same || before.has(key)) stayed += 1;
    if (!same && before.get(key) !== value) changed.push(key);
  });
  const gone = stayed === before.size ? [] : [...before.keys()].filter((key) => !after.has(key));
  return { changed, gone, inOrder };
}
