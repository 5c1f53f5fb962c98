import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialogs } from '../../src/screen/keymap/all-bindings.ts';
import { tapBindings } from '../../src/screen/keymap/tap-bindings.ts';

/** Returns the files of the console in which a pattern occurs, other than those of one folder. */
function filesWith(pattern: RegExp, except: string): readonly string[] {
  return readdirSync('src', { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(except) && pattern.test(readFileSync(path, 'utf8')))
    .toSorted();
}

const QUESTIONS = join('src', 'state', 'questions');

test('a key sends a change only by what a question carries out', () => {
  expect(filesWith(/\bremote\.(?:send|submit|undo)\(/, QUESTIONS)).toEqual([]);
});

test('how a change is confirmed is decided where questions are made, and nowhere else', () => {
  expect(filesWith(/\bconfirmationNeeded\(/, QUESTIONS)).toEqual([join('src', 'resources', 'bids', 'confirm.ts')]);
});

test('a question is made by one function: its effect is computed before it is shown', () => {
  expect(filesWith(/\bquestionAbout\(/, QUESTIONS)).toEqual([join('src', 'state', 'dialogs', 'form-state.ts')]);
});

test('the keys that confirm belong to questions about changes, to the rotation of keys, or lose nothing but what was typed', () => {
  const ofDialogs = Object.values(dialogs).flatMap((dialog) =>
    [dialog, ...(dialog.steps ?? [])].flatMap(({ bindings }) => bindings),
  );
  const confirming = [...tapBindings, ...ofDialogs].flatMap(({ id, confirms }) => (confirms === true ? [id] : []));
  expect(confirming.toSorted()).toEqual([
    'confirm',
    'confirm-typed',
    'lose-secret',
    'quit-anyway',
    'rotate-yes',
    'send',
    'tap-again',
    'throw-away',
  ]);
});
