import fc from 'fast-check';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { placesIn } from '../../../src/features/fleet/file/places.ts';
import { tomlText, tomlTexts } from '../../../src/features/fleet/file/toml-text.ts';

/** TOML's own characters, controls, and any others. */
const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', '\n', '\t', '"', "'", '\\', '#', '[', ']', '=', '\r', '\u0000', '\u007f', 'é', '🚀'),
  }),
  fc.string({ unit: 'binary' }),
);

test('any text reads as the same text', () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(parse(`text = ${tomlText(given)}\n`)).toEqual({ text: given });
    }),
    { numRuns: 2000 },
  );
});

test('any texts in a list read as the same', () => {
  fc.assert(
    fc.property(fc.array(text), (given) => {
      expect(parse(`texts = ${tomlTexts(given)}\n`)).toEqual({ texts: given });
    }),
  );
});

test('a script is written as it is, line by line', () => {
  expect(tomlText('#!/bin/sh\necho "hi" \\\n')).toBe("'''\n#!/bin/sh\necho \"hi\" \\\n'''");
});

test('the lines of tables and keys are found among scripts, lists and comments that look like them', () => {
  const written = [
    'project = "p" # [[bids]]',
    '[defaults]',
    "startup_script = '''",
    '[[bids]]',
    'name = "x"',
    "'''",
    'ssh_keys = [',
    '  "[[bids]]", # ]',
    ']',
    '',
    '[[ "bids" ]]',
    'name = "# not a comment"',
    'startup_script = """\\',
    '[[bids]] \\""" """',
    '  "region" = \'[\'',
    '[[bids]]',
    'name = """""two quotes"""""',
    'paused = true',
  ].join('\n');
  const places = placesIn(written);
  expect(
    Object.fromEntries(Array.from(places, ([path, { line, last }]) => [path, line === last ? line : [line, last]])),
  ).toEqual({
    project: 1,
    defaults: 2,
    'defaults.startup_script': [3, 6],
    'defaults.ssh_keys': [7, 9],
    'bids.0': 11,
    'bids.0.name': 12,
    'bids.0.startup_script': [13, 14],
    'bids.0.region': 15,
    'bids.1': 16,
    'bids.1.name': 17,
    'bids.1.paused': 18,
  });
  parse(written);
});

test('any text has places, whatever is in it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\n', '"', "'", '\\', '#', '[', ']', '=', '{', '}') }),
      (given) => {
        for (const { line, last } of placesIn(given).values()) {
          expect(line).toBeLessThanOrEqual(last);
          expect(last).toBeLessThanOrEqual(given.split('\n').length);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
