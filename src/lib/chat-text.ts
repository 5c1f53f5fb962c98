import { printableLine } from './sanitize.ts';

/** Characters with a meaning in chats, and their harmless look-alikes. */
const ALIKE: Readonly<Record<string, string>> = {
  '@': '＠',
  '#': '＃',
  '<': '＜',
  '>': '＞',
  '[': '［',
  ']': '］',
  '(': '（',
  ')': '）',
  '*': '＊',
  _: '＿',
  '~': '～',
  '`': '｀',
  '|': '｜',
  '\\': '＼',
  '&': '＆',
  ':': '：',
  '/': '／',
  '!': '！',
  $: '＄',
};

const PLAIN = /^[\p{L}\p{N} -]*$/u;
const DOT_IN_ADDRESS = /\.(?=\p{L})/gu;
/** An underscore between letters or digits marks no emphasis. */
const ACTS = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|[@#<>[\]()*~`|\\&:/!$]/gu;

export function chatText(name: string): string {
  if (PLAIN.test(name)) return name;
  return printableLine(name)
    .replace(ACTS, (found) => ALIKE[found] ?? found)
    .replace(DOT_IN_ADDRESS, '․');
}
