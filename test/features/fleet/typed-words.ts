import type { TypedWords } from '../../screen/keymap/typed-words.ts';

export const typedWords: TypedWords = {
  inBids: {
    fleet: 'fleet',
    'fleet file': 'fleet',
    drift: 'fleet',
    toml: 'fleet',
  },
};
