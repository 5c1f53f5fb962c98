import { expect, test } from 'vitest';
import { minuteCells } from './minutes.ts';

test('each minute has the worst that began in it, its requests, and nothing where nothing began', () => {
  const cells = minuteCells({
    seconds: 120,
    changes: {
      bids: [
        { at: 1000, ms: 900 },
        { at: 59_999, ms: 2500 },
        { at: 60_000, ms: 700 },
      ],
      instances: [{ at: 61_000, ms: 40 }],
      ended: [],
    },
    preemptions: { ended: [{ at: 119_000, ms: 8000 }] },
    ages: { bids: [{ at: 5, ms: 3 }], instances: [] },
    requests: [-10, 0, 59_999, 60_000],
  });
  expect(cells.slice(1)).toEqual([
    ['1', '2500', '', '', '', '3', '', '2'],
    ['2', '700', '40', '', '8000', '', '', '1'],
  ]);
});
