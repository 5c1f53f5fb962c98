let segmenter: Intl.Segmenter | undefined;

/**
 * Splits a text into visible characters: an emoji of several parts is one. The segmenter is made by the first text that needs it,
 * because Node then loads Unicode data, which would delay every start.
 */
export function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}
