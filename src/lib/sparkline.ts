/**
 * Draws numbers as a line of bars, one for each column, the last on the right. With more numbers than
 * columns each bar is the largest of its group, so that no peak is lost. The lowest bar is zero.
 */
export function sparkline(values: readonly number[], width: number, bars: readonly string[]): string {
  const columns = Math.min(width, values.length);
  if (columns === 0 || bars.length === 0) return '';
  const parts = Array.from({ length: columns }, (_, n) => {
    const from = Math.floor((n * values.length) / columns);
    const to = Math.max(from + 1, Math.floor(((n + 1) * values.length) / columns));
    return Math.max(...values.slice(from, to));
  });
  const max = Math.max(...parts);
  return parts
    .map((value) => bars[max <= 0 ? 0 : Math.round((Math.max(0, value) / max) * (bars.length - 1))] ?? '')
    .join('');
}
