/** Entries between two cached positions, and the milliseconds of work between two where entries are long lists. */
const REMEMBER_EACH = 200;
const REMEMBER_MS = 80;
/** Most cached positions: each holds rows that later ones have no more. Beyond them every second one is left, and they are twice as far apart. */
const MOST_REMEMBERED = 32;

/** Positions of a recording from which a seek goes on: few, however long it is. */
export function rememberPositions<Position extends { readonly passed: number }>(beginning: Position) {
  let positions: readonly Position[] = [beginning];
  let apart = 1;
  /** Work since the last one, in milliseconds. */
  let work = 0;
  return {
    /** Takes a position that was reached by some milliseconds of work. */
    reached: (next: Position, ms: number): void => {
      const { passed } = positions.at(-1) ?? beginning;
      if (next.passed <= passed) return;
      work += ms;
      if (next.passed - passed < REMEMBER_EACH * apart && work < REMEMBER_MS * apart) return;
      work = 0;
      positions = [...positions, next];
      if (positions.length <= MOST_REMEMBERED) return;
      positions = positions.filter((_, n) => n % 2 === 0);
      apart *= 2;
    },
    /** The latest one with at most this many passed entries. */
    before: (passed: number): Position => positions.findLast((known) => known.passed <= passed) ?? beginning,
  };
}
