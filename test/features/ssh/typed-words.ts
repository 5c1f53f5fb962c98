import type { TypedWords } from '../../screen/keymap/typed-words.ts';

export const typedWords: TypedWords = {
  inBids: {
    login: 'bid-ssh',
    'log in': 'bid-ssh',
    shell: 'bid-ssh',
    connect: 'bid-ssh',
    ssh: 'bid-ssh',
  },
  inPanes: [
    ['sessions', 'kill', 'end-session'],
    ['instances', 'shell', 'ssh'],
  ],
};
