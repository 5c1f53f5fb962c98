/** Values that were put under typed keys. They never change: whoever puts a value gets new ones. */
export type TypedValues = { readonly before: TypedValues | null };

/** No value under any key. */
export const NO_VALUES: TypedValues = { before: null };

/** A key of values of one type: what is put under it is read back with that type, by whoever has the key. */
export type TypedKey<Value> = {
  /** Reads its value; the fallback when none was put. */
  readonly in: (values: TypedValues) => Value;
  /** Puts a value, in place of an earlier one. */
  readonly put: (values: TypedValues, value: Value) => TypedValues;
};

export function typedKey<Value>(fallback: Value): TypedKey<Value> {
  const known = new WeakMap<TypedValues, { readonly value: Value }>();
  return {
    in: (values) => {
      for (let at: TypedValues | null = values; at !== null; at = at.before) {
        const found = known.get(at);
        if (found !== undefined) return found.value;
      }
      return fallback;
    },
    put: (before, value) => {
      const values = { before };
      known.set(values, { value });
      return values;
    },
  };
}

/** Reads a value of something that has values of its own: settings, a profile, a connection. */
export const own = <Value>({ own }: { readonly own: TypedValues }, key: Pick<TypedKey<Value>, 'in'>): Value =>
  key.in(own);
