import { elsewhere } from '../../../attacks/elsewhere.ts';

/** Attacks on notifications. */
export const attacks = elsewhere([
  {
    id: 'notify-address',
    group: 'small doors',
    enters: 'the address of a `[[notify]]`, which is a secret: errors, journal, log, output',
    tries: 'to have it read by others',
    happens: 'only its host is ever shown',
    file: 'test/features/notify/stories/notify.test.ts',
    tests: [
      'a read-only console and a watch on one journal send each event once, to the secret address, which stands nowhere else',
      'an address that is refused is not shown: the sentence has file and line, and what is allowed',
    ],
  },
  {
    id: 'notify-receiver',
    group: 'losses',
    enters: 'a receiver of notifications that fails, hangs, redirects, resets or answers a megabyte',
    tries: 'to lose events, to have them sent twice, to hold the console up',
    happens: 'each event arrives once, and nothing waits for the receiver',
    file: 'test/features/notify/notify.test.ts',
    tests: ['a receiver that fails half the time gets every event once, however many programs run, end and are killed'],
  },
]);
