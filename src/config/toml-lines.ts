/** The line of a key in a TOML text, counted from 1, or that of its table when the key can't be found. */
export function lineOf(text: string, path: readonly string[]): number {
  const lines = text.split('\n');
  if (path.some((part) => /^\d+$/.test(part))) return lineInList(lines, path);
  const table = path.slice(0, -1).join('.');
  const header = lines.findIndex((line) => line.replace(/[\s"']/g, '').startsWith(`[${path.join('.')}]`));
  if (header >= 0) return header + 1;
  const from = table === '' ? 0 : lines.findIndex((line) => line.replace(/[\s"']/g, '').startsWith(`[${table}]`));
  const key = path.at(-1) ?? '';
  const at = lines.findIndex(
    (line, n) =>
      n >= from &&
      line
        .trimStart()
        .replace(/["']/g, '')
        .match(/^[\w-]+/)?.[0] === key,
  );
  return Math.max(at, from, 0) + 1;
}

/**
 * The line of a key in an element of an array of tables, such as the nth [[rules]], counted from 1; that of the element when the
 * key can't be found there. Elements may have arrays of tables of their own.
 */
function lineInList(lines: readonly string[], path: readonly string[]): number {
  const headerOf = (line: string): string | null => /^\[\[?([^\]]*)\]/.exec(line.replace(/[\s"']/g, ''))?.[1] ?? null;
  let from = 0;
  let until = lines.length;
  let name = '';
  for (const [n, part] of path.entries()) {
    if (!/^\d+$/.test(part)) {
      name = name === '' ? part : `${name}.${part}`;
      continue;
    }
    const own = name;
    const headers = lines.flatMap((line, at) => (at >= from && at < until && headerOf(line) === own ? [at] : []));
    const header = headers[Number(part)];
    // An element that is written inline, as { ... }, or a value in a list.
    if (header === undefined) return lineOfKey(lines, path[n - 1] ?? '', from, until) + 1;
    from = header;
    const after = lines.findIndex((line, at) => {
      const other = at > header ? headerOf(line) : null;
      return other !== null && !other.startsWith(`${own}.`);
    });
    until = after < 0 ? until : Math.min(until, after);
  }
  const tables = lines.findIndex((line, at) => at > from && at < until && headerOf(line) === name);
  return (tables < 0 ? lineOfKey(lines, path.at(-1) ?? '', from, until) : tables) + 1;
}

/** The index of a key's line between two others; that of the first one when the key is not there. */
function lineOfKey(lines: readonly string[], key: string, from: number, until: number): number {
  const at = lines.findIndex(
    (line, n) => n > from && n < until && /^\s*"?([\w-]+)/.exec(line.replace(/'/g, '"'))?.[1] === key,
  );
  return at < 0 ? from : at;
}
