import { capitalized } from '../lib/words.ts';

/** A word of the market, and the rest of a sentence behind its colon. */
export type Word = { readonly word: string; readonly means: string };

export const words = {
  market: { word: 'spot market', means: 'sells spare machines by price; whoever bids higher gets them' },
  bid: { word: 'bid', means: 'asks for machines of a type in a region, at up to a limit price' },
  limit: {
    word: 'limit price',
    means: 'the most that you pay for a machine in an hour; the service mostly charges less',
  },
  instance: {
    word: 'instance',
    means: 'a machine that a bid has, to log in to; it stops with the bid',
  },
  open: { word: 'open', means: 'the bid waits: its limit price is too low now, or all machines are taken' },
  allocated: { word: 'allocated', means: 'the bid has its machines, or they are starting' },
  preempting: { word: 'preempting', means: 'the service takes machines back, within minutes; save the work there' },
  outbid: { word: 'outbid', means: 'others pay more than the limit price, so the bid has no machines' },
  exposure: { word: 'exposure', means: 'the most that what runs can cost an hour' },
  committed: {
    word: 'committed',
    means: 'the most that it all can cost an hour once open bids have their machines, too',
  },
  reach: { word: 'reach', means: 'whether a machine answers on its SSH port' },
} as const satisfies Readonly<Record<string, Word>>;

export const wordSentence = ({ word, means }: Word): string => `${capitalized(word)}: ${means}.`;
