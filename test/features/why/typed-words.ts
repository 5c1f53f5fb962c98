import type { TypedWords } from '../../screen/keymap/typed-words.ts';

export const typedWords: TypedWords = {
  inBids: {
    why: 'story',
    reason: 'story',
    stuck: 'story',
    waiting: 'story',
    outbid: 'story',
    timeline: 'story',
  },
};
