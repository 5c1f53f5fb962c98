import type { TypedWords } from '../../screen/keymap/typed-words.ts';

export const typedWords: TypedWords = {
  inBids: {
    schedule: 'rules',
    cron: 'rules',
    autopilot: 'rules',
  },
};
