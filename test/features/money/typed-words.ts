import type { TypedWords } from '../../screen/keymap/typed-words.ts';

export const typedWords: TypedWords = {
  inBids: {
    spend: 'spent',
    bill: 'money',
    cost: 'money',
    money: 'money',
    exposure: 'money',
    budget: 'money',
    market: 'prices',
  },
  inHelp: { $: 'money' },
};
