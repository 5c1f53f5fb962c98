/** Values by typed keys; never changes. */
export type TypedValues = { readonly before: TypedValues | null };

export const NO_VALUES: TypedValues = { before: null };

export type TypedKey<Value> = {
  readonly in: (values: TypedValues) => Value;
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

export const own = <Value>({ own }: { readonly own: TypedValues }, key: Pick<TypedKey<Value>, 'in'>): Value =>
  key.in(own);
