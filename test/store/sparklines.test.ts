import { describe, expect, test } from 'vitest';
import { asciiGlyphs, type Glyphs, spokenGlyphs, unicodeGlyphs } from '../../src/resources/glyphs.ts';
import { sparklinesOf } from '../../src/store/sparklines.ts';
import type { Sample } from '../../src/store/state.ts';
import { NOON } from './hand-clock.ts';
import { consoleWith } from './made.ts';

const MINUTE = 60_000;

/** Samples each ten seconds, from some minutes before noon to others. */
function samples(from: number, to: number, running: number): readonly Sample[] {
  const list: Sample[] = [];
  for (let at = NOON - from * MINUTE; at <= NOON - to * MINUTE; at += 10_000)
    list.push({ at, running, costMicros: running * 2_500_000 });
  return list;
}

function header(known: readonly Sample[], room = 50, glyphs: Glyphs = unicodeGlyphs): string {
  return sparklinesOf({ ...consoleWith({}), samples: known, glyphs, now: NOON }, room)
    .map(({ text }) => text)
    .join('');
}

describe('the sparklines of the header', () => {
  test('say what they show and over which time, which is the known one', () => {
    expect(header([...samples(2, 1, 30), ...samples(1, 0, 34)])).toBe('running ▁▁▁▁▁███████  cost ▁▁▁▁▁███████  2m');
  });

  test('a constant number is a flat low line', () => {
    expect(header(samples(60, 0, 31))).toBe('running ▁▁▁▁▁▁▁▁▁▁▁▁  cost ▁▁▁▁▁▁▁▁▁▁▁▁  1h');
  });

  test('a time in which no console looked is blank', () => {
    expect(header([...samples(60, 40, 4), ...samples(10, 0, 8)])).toMatch(/^running ▁▁▁▁ {5}███ {2}cost/);
  });

  test('a loss of a minute within the hour is seen', () => {
    expect(header([...samples(60, 31, 8), ...samples(30, 29, 2), ...samples(28, 0, 8)])).toMatch(/running █+▁█+ /);
  });

  test('nothing is shown in the first seconds, without room, and to a screen reader', () => {
    expect(header(samples(0.4, 0, 8))).toBe('');
    expect(header(samples(2, 0, 8), 14)).toBe('');
    expect(header(samples(2, 0, 8), 50, spokenGlyphs)).toBe('');
  });

  test('running instances are shown alone where there is room for one', () => {
    expect(header(samples(2, 0, 8), 17)).toBe('run ▁▁▁▁▁▁▁▁  2m');
  });

  test('are drawn in ASCII too', () => {
    expect(header([...samples(2, 1, 2), ...samples(1, 0, 8)], 50, asciiGlyphs)).toMatch(
      /running _+#+ {2}cost _+#+ {2}2m/,
    );
  });

  test('take no more room than there is', () => {
    for (let room = 0; room < 60; room++) expect(header(samples(9, 0, 8), room).length).toBeLessThanOrEqual(room);
  });
});
