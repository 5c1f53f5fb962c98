import { expect, test } from 'vitest';
import { commandWords } from '../../src/lib/command-words.ts';

test.each([
  ['vi', ['vi']],
  ['  code   --wait ', ['code', '--wait']],
  ['"/a b/ed" -w', ['/a b/ed', '-w']],
  ["'/a b/ed' -w", ['/a b/ed', '-w']],
  ['/a\\ b/ed -w', ['/a b/ed', '-w']],
  ['/a" b/"ed', ['/a b/ed']],
  ['ed "say \\"hi\\"" \'a\\b\'', ['ed', 'say "hi"', 'a\\b']],
  ['ed "C:\\tmp"', ['ed', 'C:\\tmp']],
  ['ed "" \'\'', ['ed', '', '']],
  ['ed "not closed -w', ['ed', 'not closed -w']],
  ['ed \\', ['ed', '\\']],
  ['$HOME/ed ~/x', ['$HOME/ed', '~/x']],
  ['', []],
])('%s is %j', (command, words) => {
  expect(commandWords(command)).toEqual(words);
});
