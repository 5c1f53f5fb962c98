import type { TypedWords } from '../../screen/keymap/typed-words.ts';

export const typedWords: TypedWords = {
  inBids: {
    why: 'bid-why',
    reason: 'bid-why',
    stuck: 'bid-why',
    waiting: 'bid-why',
    outbid: 'bid-why',
  },
};
