import { expect, test } from 'vitest';
import { chatText } from '../../src/lib/chat-text.ts';
import { commandWords } from '../../src/lib/text.ts';

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

test.each(['train-llama', 'sweep_a v2.5', 'Пример 7', 'eval night'])('an ordinary name stays as it is: %s', (name) => {
  expect(chatText(name)).toBe(name);
});

test.each([
  ...['@everyone', '<!channel>', '<@U024BE7LH>', '[click](https://evil.example)', 'https://evil.example/x'],
  ...['evil.example', 'www.evil.example', '**bold** _it_ ~~no~~', '`code` ```block```', '# title', '> quote'],
  ...[':tada:', '||spoiler||', '#general', 'a\n@here', 'a\u202e\u200bb', '&lt;!here&gt;', 'me@evil.example'],
])('a name can mention nobody, become no link and no markup: %s', (name) => {
  expect(chatText(name)).not.toMatch(/[@#<>[\]()*~`|\\&:/!\n]|(?<!\w)_|_(?!\w)|\.\p{L}|[\u200b\u202e]/u);
  expect([...chatText(name)]).toHaveLength([...name].length);
});
