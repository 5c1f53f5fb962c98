import type { TypedWords } from '../../screen/keymap/typed-words.ts';

export const typedWords: TypedWords = {
  inBids: {
    spend: 'exposure',
    bill: 'exposure',
    cost: 'exposure',
    money: 'exposure',
    budget: 'exposure',
    market: 'prices',
  },
  inHelp: { $: 'exposure' },
};
