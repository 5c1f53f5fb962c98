/**
 * Draws a part of a whole, from 0 to 1, as a bar in a width. `fills` are the characters of a cell that is partly filled, from the
 * least to a full one. Nothing is drawn for zero; the smallest part is drawn.
 */
export function bar(part: number, width: number, fills: readonly string[]): string {
  if (part <= 0 || width <= 0) return '';
  const units = Math.max(1, Math.round(Math.min(1, part) * width * fills.length));
  const rest = units % fills.length;
  return (fills.at(-1) ?? '').repeat(Math.floor(units / fills.length)) + (rest === 0 ? '' : (fills[rest - 1] ?? ''));
}
