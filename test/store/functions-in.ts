/**
 * A finder of the paths of functions in a value, such as `dialogs.0.form.check`. It skips objects that it has already
 * searched, so that each state costs only its new parts.
 */
export function createFunctionFinder(): (value: unknown) => readonly string[] {
  const seen = new WeakSet<object>();
  const find = (value: unknown, path: string): readonly string[] => {
    if (typeof value === 'function') return [path];
    if (typeof value !== 'object' || value === null || seen.has(value)) return [];
    seen.add(value);
    const members =
      value instanceof Map ? [...value] : value instanceof Set ? [...value].entries() : Object.entries(value);
    return [...members].flatMap(([key, member]) => find(member, path === '' ? String(key) : `${path}.${String(key)}`));
  };
  return (value) => find(value, '');
}
