import type { TypedWords } from '../../screen/keymap/typed-words.ts';

export const typedWords: TypedWords = {
  inBids: {
    'log in': 'bid-ssh',
    shell: 'bid-ssh',
    ssh: 'bid-ssh',
  },
  inPanes: [
    ['sessions', 'kill', 'end-session'],
    ['instances', 'shell', 'ssh'],
  ],
};
