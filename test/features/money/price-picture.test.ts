import { expect, test } from 'vitest';
import type { BidRecords } from '../../../src/features/money/bid-record.ts';
import type { PictureRoom } from '../../../src/features/money/picture-rows.ts';
import { pricePicture } from '../../../src/features/money/price-picture.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { asciiGlyphs, type Glyphs, spokenGlyphs, unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { textsOf } from '../../screen/ink/seen.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { recordsKnown } from './known.ts';
import { recordsOf, steadyBids, steadyRecords } from './made-records.ts';

const { row } = bid('outbid', { limit_price: '$11.20' });
const lists = consoleWith({ bids: [bid('outbid', { limit_price: '$11.20' })] });
const ROOM: PictureRoom = { label: 9, columns: 40, height: 7 };

function picture(records: BidRecords | null, glyphs: Glyphs = unicodeGlyphs, room = ROOM) {
  const { lines, legend, words } = pricePicture(
    row,
    contextOf({ ...recordsKnown(lists, records), glyphs }),
    24 * HOUR_MS,
    room,
  );
  return {
    lines: textsOf(lines),
    words: textsOf(words).join(' '),
    legend: legend.map((item) =>
      item
        .map(({ text }) => text)
        .join('')
        .trim(),
    ),
  };
}

test('h draws the price between its bounds and the limit price over it, with the scale in money at its side', () => {
  const { lines, legend, words } = picture(steadyRecords);
  expect(lines).toHaveLength(7);
  expect(lines.map((line) => line.slice(0, 9))).toEqual([
    expect.stringMatching(/^ +\$11\.\d\d $/),
    ...Array.from({ length: 5 }, () => ' '.repeat(9)),
    expect.stringMatching(/^ +\$11\.\d\d $/),
  ]);
  expect(lines.join('\n')).toMatch(/▒{40}/);
  expect(lines.join('\n')).toMatch(/─{39}/);
  expect(legend).toEqual(['▒ price between two bounds', '─ limit price']);
  expect(words).toContain('$11.20 would have held 0 % of');
});

test('times in which nobody looked are blank', () => {
  const { lines } = picture(recordsOf(steadyBids, NOON - 12 * HOUR_MS));
  const shaded = lines.filter((line) => line.includes('▒'));
  expect(shaded.length).toBeGreaterThan(0);
  for (const line of shaded) expect(line.slice(9).lastIndexOf('▒')).toBeLessThan(21);
});

test.each([8, 60, 150])('in %i columns every line has its width, with ASCII too', (columns) => {
  for (const glyphs of [unicodeGlyphs, asciiGlyphs]) {
    const { lines } = picture(steadyRecords, glyphs, { ...ROOM, columns });
    expect(lines.map((line) => line.length)).toEqual(lines.map(() => columns + 9));
  }
  expect(picture(steadyRecords, asciiGlyphs).lines.join('')).toMatch(/^[ -~]+$/);
});

test('a screen reader has a sentence and no picture', () => {
  const { lines, words } = picture(steadyRecords, spokenGlyphs);
  expect([lines, words]).toEqual([[], expect.stringContaining('would have held')]);
});

test('while the records are read it says so, and with too little seen it has no number', () => {
  expect(picture(null)).toMatchObject({ lines: [], words: '◐ Reading the prices of 8xh100 in eu-n1…' });
  expect(picture(recordsOf([]))).toMatchObject({ lines: [], words: 'Not enough seen yet of 8xh100 in eu-n1.' });
});
