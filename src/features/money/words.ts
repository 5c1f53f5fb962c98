import type { Word } from '../../resources/glossary.ts';

/** The words of prices. */
export const priceWords = {
  band: { word: 'band', means: 'the two amounts between which a price was, as bids that were filled or outbid show' },
  headroom: { word: 'headroom', means: 'the limit price less the price now; with little of it a bid is soon outbid' },
  held: { word: 'held', means: 'the share of time that a limit price would have won' },
} as const satisfies Readonly<Record<string, Word>>;
