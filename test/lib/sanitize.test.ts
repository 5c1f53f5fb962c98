import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  identifierAsSent,
  jsonText,
  printableBlock,
  printableIdentifier,
  printableJson,
  printableLine,
} from '../../src/lib/sanitize.ts';
import { charactersLookedAt } from './looked-at.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not come through
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u;

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        '\u200c',
        '\u200d',
        '\ufe0f',
        '\u034f',
        '👩',
        '❤',
        '💻',
        'ب',
        'د',
        'क',
        '\u094d',
        '\u0301',
        'a',
        '🏻',
        '1',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
  fc
    .array(fc.constantFrom('\u001b', '[', '2J', '\u009b', '\r', '\n', '\t', '\u202e', 'a', '界', '\ud83d', '\ude00'), {
      maxLength: 30,
    })
    .map((parts) => parts.join('')),
);

test('no sanitized text has a character that acts on a terminal', () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(printableBlock(given)).not.toMatch(ACTING);
      expect(printableLine(given)).not.toMatch(ACTING);
      expect(printableLine(given)).not.toMatch(/[\n\t]/);
    }),
    { numRuns: 3000 },
  );
});

test('a safe text stays the same', () => {
  fc.assert(
    fc.property(text, (given) => {
      const block = printableBlock(given);
      const line = printableLine(given);
      expect(printableBlock(block)).toBe(block);
      expect(printableLine(line)).toBe(line);
      expect(printableLine(block)).toBe(line);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['train-llama_7 (käse) 界 😀 👨‍👩‍👧', 'train-llama_7 (käse) 界 😀 👨‍👩‍👧'],
  ['a\u001b[31mred', 'a�[31mred'],
  ['a\u009b31mred', 'a�31mred'],
  ['a\u001b]8;;http://x\u0007b', 'a�]8;;http://x�b'],
  ['evil\u202egpj.exe', 'evil�gpj.exe'],
  ['a\rb', 'a�b'],
  ['a\r\nb\tc', 'a b c'],
  ['half \ud83d', 'half �'],
  ['hidden\u{e0041}', 'hidden�'],
  ['zero\u200bwidth', 'zero�width'],
])('%j is shown as %j', (given, shown) => {
  expect(printableLine(given)).toBe(shown);
});

/** Every character that Unicode draws as nothing, but for line feed and tab: its own properties, and no list of ours. */
const INVISIBLE = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((one) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(one) && !/[\n\t]/.test(one));
const BLANK = ['\u00a0', '\u1680', '\u2007', '\u202f', '\u3000', '\u2800', '\u{13441}', '\u{16fe4}', '\u{1d159}'];

test('no character that Unicode draws as nothing, and no blank but the plain one, is hidden in a name or an identifier', () => {
  expect(INVISIBLE.length).toBeGreaterThan(4000);
  for (const one of [...INVISIBLE, ...BLANK]) {
    for (const [before, after] of [
      ['train', 'llama'],
      ['', 'x'],
      ['x', ''],
      ['\u0915', '\u0937'],
      ['\u{1f600}', '\u{1f600}'],
    ]) {
      expect(printableLine(`${before}${one}${after}`)).toBe(`${before}�${after}`);
      expect(printableIdentifier(`${before}${one}${after}`)).toBe(
        `${before}\\u{${(one.codePointAt(0) ?? 0).toString(16)}}${after}`,
      );
    }
  }
});

test.each([
  ['a family, a couple, a profession and a skin tone', '👨‍👩‍👧 💑🏽 👩🏿‍❤️‍💋‍👨🏻 👩‍💻 👍🏾 🏳️‍🌈'],
  ['a coloured heart, a key cap and flags', '❤️ ☎️ 1️⃣ #️⃣ 🇩🇪🇯🇵'],
  ['Persian and Urdu words with a non-joiner between letters', 'می‌خواهم کتاب‌ها نرم‌افزار خوش‌آمدید'],
  ['Indic words with a joiner or non-joiner after a virama', 'क्‍ष क्‌ष ශ්‍රී ക്‍ ক্‌ষ'],
])('%s stay as they are, with their joiners', (_, given) => {
  expect(printableLine(given)).toBe(given);
  expect(printableBlock(given)).toBe(given);
  expect(jsonText(given)).toBe(`"${given}"`);
  expect(printableIdentifier(given)).not.toMatch(/\u200c|\u200d|\ufe0f/);
  expect(identifierAsSent(printableIdentifier(given))).toBe(given);
});

test.each([
  ['a joiner between Latin letters', 'a‍b', 'a�b'],
  ['a non-joiner between Latin letters', 'a‌b', 'a�b'],
  ['a joiner between Devanagari letters', 'क‍ष', 'क�ष'],
  ['a non-joiner after an Arabic letter that joins nothing', 'د‌ب', 'د�ب'],
  ['a non-joiner before a Latin letter', 'ب‌a', 'ب�a'],
  ['a second joiner', 'क्‍‍ष', 'क्‍�ष'],
  ['a joiner between emoji that have no common picture', '😀‍😀', '😀�😀'],
  ['a selector after an emoji that needs none', '😀️', '😀�'],
  ['a selector after a letter, and of a variant', 'a️葛󠄀', 'a�葛�'],
  ['a flag of tags', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}', '\u{1f3f4}���'],
])('%s is shown', (_, given, shown) => {
  expect(printableLine(given)).toBe(shown);
});

test('JSON text is the same value for whoever reads it, also after it was printed as a line', () => {
  const value = ['a\u00a0b\u3000c\u2800d', '\u115fe\u200df', '👩‍💻'];
  expect(JSON.parse(printableLine(jsonText(value)))).toEqual(value);
});

test('a script keeps the blanks that it is sent with again', () => {
  expect(printableBlock('echo a\u00a0b\u3000c')).toBe('echo a\u00a0b\u3000c');
});

test('texts that look for joiners are looked at in proportion to their length', () => {
  for (const part of ['👩‍💻', '\u200d', 'ب\u200c', 'क\u0301\u200d', '❤\ufe0f\u200d']) {
    const [once, tenfold] = [2000, 20_000].map((times) => charactersLookedAt(() => printableLine(part.repeat(times))));
    expect(tenfold).toBeLessThanOrEqual(11 * (once ?? 0));
  }
});

test('lines and tabs of a script stay', () => {
  expect(printableBlock('#!/bin/sh\r\n\techo hi\n')).toBe('#!/bin/sh\n\techo hi\n');
});

test('every text and name in a JSON value becomes safe, and everything else stays', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 }), (value) => {
      const shown = printableJson(value);
      const again = printableJson(shown);
      expect(again).toEqual(shown);
      const texts: string[] = [];
      JSON.stringify(shown, (name, inner) => {
        texts.push(name, typeof inner === 'string' ? inner : '');
        return inner;
      });
      for (const each of texts) expect(each).not.toMatch(ACTING);
    }),
  );
  expect(printableJson({ a: [1, true, null, 'x'], b: {} })).toEqual({ a: [1, true, null, 'x'], b: {} });
});

test('a value with endless levels is cut off, and its names touch no prototype', () => {
  const deep: unknown = JSON.parse(`${'[1,'.repeat(20_000)}1${']'.repeat(20_000)}`);
  expect(JSON.stringify(printableJson(deep)).length).toBeLessThan(500);
  const poisoned = printableJson(JSON.parse('{"__proto__":{"polluted":true}}'));
  expect(Object.keys(Object(poisoned))).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(poisoned)).toBe(Object.prototype);
  expect('polluted' in {}).toBe(false);
});

test('JSON text is safe to print, one line unless it is indented, and reads as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
      const shown = jsonText(value, indent);
      expect(shown).not.toMatch(ACTING);
      if (indent === 0) expect(shown).not.toMatch(/[\n\t]/);
      expect(JSON.stringify(JSON.parse(shown))).toBe(JSON.stringify(value));
    }),
  );
  expect(jsonText({ 'a\u009b': 'b\u202e\u{e0041}' })).toBe('{"a\\u009b":"b\\u202e\\udb40\\udc41"}');
  const deep: unknown = JSON.parse(`${'[1,'.repeat(20_000)}1${']'.repeat(20_000)}`);
  expect(jsonText(deep).length).toBeLessThan(500);
});

test('an identifier is one safe line, different ones stay different, and requests send the service’s spelling', () => {
  const fid = fc.oneof(text, fc.constantFrom('\\u{a}', '\\', '\\u{5c}u{a}', 'a\n', 'bid_1'));
  fc.assert(
    fc.property(fid, fid, (one, other) => {
      const shown = printableIdentifier(one);
      expect(shown).not.toMatch(ACTING);
      expect(shown).not.toMatch(/[\n\t]/);
      expect(printableBlock(shown)).toBe(shown);
      expect(identifierAsSent(shown)).toBe(one);
      if (one !== other) expect(printableIdentifier(other)).not.toBe(shown);
    }),
    { numRuns: 3000 },
  );
  expect(printableIdentifier('bid_9XQ')).toBe('bid_9XQ');
});
