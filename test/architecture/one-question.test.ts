import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screenOf } from '../../src/screen/dialogs/screen.ts';
import { tapBindings } from '../../src/screen/keymap/global-bindings.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { accidents, accidentTable } from '../stories/accidents.ts';
import { expectOnPage } from '../written-page.ts';
import { allSources, filesWith as sourcesWith } from './sources.ts';

const QUESTIONS = [
  join('src', 'store', 'questions'),
  join('src', 'screen', 'keymap', 'key-to-write.ts'),
  join('src', 'features', 'pause-sets', 'pause-sets.ts'),
];

/** Files of the console outside of `QUESTIONS`. */
const filesWith = (pattern: RegExp): readonly string[] =>
  sourcesWith(pattern, allSources).filter((path) => !QUESTIONS.some((place) => path.startsWith(place)));

test('a key sends a change only by what a question carries out', () => {
  expect(filesWith(/\bremote\.(?:send|submit|undo)\(/)).toEqual([]);
});

test('how a change is confirmed is decided where questions are made, and nowhere else', () => {
  expect(filesWith(/\bconfirmationNeeded\(/)).toEqual([join('src', 'resources', 'bids', 'confirm.ts')]);
});

test('a question is made by one function: its effect is computed before it is shown', () => {
  expect(filesWith(/\bquestionAbout\(/)).toEqual([join('src', 'store', 'dialogs', 'form-state.ts')]);
});

test('the keys that confirm belong to questions about changes, to the rotation of keys, or lose nothing but what was typed', () => {
  const ofDialogs = screenOf({ features: loadedFeatures }).ordered.flatMap((dialog) =>
    [dialog, ...(dialog.steps ?? [])].flatMap(({ bindings }) => bindings),
  );
  const confirming = [...tapBindings, ...ofDialogs].flatMap(({ id, confirms }) => (confirms === true ? [id] : []));
  expect(confirming.toSorted()).toEqual([
    ...'confirm confirm-typed lose-secret quit-anyway rotate-yes send send-yes tap-again throw-away'.split(' '),
  ]);
});

const sources = globSync('test/**/*.test.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));

test.each(accidents.flatMap(({ stories }) => stories))(
  'the story that the page on accidents names exists: %s',
  (name) => {
    const quoted = [`'${name}'`, `"${name}"`];
    expect(sources.some((source) => quoted.some((text) => source.includes(text)))).toBe(true);
  },
);

test('the page on accidents shows each with its story', () => {
  expectOnPage('test/stories/README.md', 'accidents', accidentTable());
});
