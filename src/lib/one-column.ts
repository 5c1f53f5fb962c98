/**
 * Characters of one column each: ASCII and the glyphs that every screen has. For others the width library
 * is needed, which takes 20 ms for its first result and too long for each of ten thousand rows.
 */
export const ONE_COLUMN_EACH =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2264\u2265\u2500-\u25fc\u2713-\u2718\u2801-\u28ff]*$/;
