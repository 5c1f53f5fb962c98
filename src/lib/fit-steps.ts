/**
 * The longest run of steps from the beginning with which a line fits its room. The first step that does not fit ends
 * it, also when a later one would fit: so a wider line never shows less.
 */
export function fittingSteps<Step>(
  steps: readonly Step[],
  room: number,
  widthWith: (taken: readonly Step[]) => number,
): readonly Step[] {
  const over = steps.findIndex((_, n) => widthWith(steps.slice(0, n + 1)) > room);
  return over < 0 ? steps : steps.slice(0, over);
}
