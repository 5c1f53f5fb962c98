import type { TypedWords } from '../../screen/keymap/typed-words.ts';

export const typedWords: TypedWords = {
  inBids: {
    gpu: 'machines',
    utilisation: 'machines',
    idle: 'idle-machines',
    heatmap: 'picture',
    'heat map': 'picture',
  },
};
