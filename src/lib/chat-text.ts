import { printableLine } from './sanitize.ts';

/** Characters with a meaning in messages of chat programs, each with one that looks alike and has none. */
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

/** Letters, digits, blanks and hyphens, of which no chat program makes anything. */
const PLAIN = /^[\p{L}\p{N} -]*$/u;
/** A dot that could make the address of a page of what is around it. */
const DOT_IN_ADDRESS = /\.(?=\p{L})/gu;
/** An underscore between letters or digits marks no emphasis. */
const ACTS = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|[@#<>[\]()*~`|\\&:/!$]/gu;

/**
 * A name as text that chat programs show as it is: it mentions nobody, becomes no link and no markup. What would act is
 * replaced by a character that looks alike.
 */
export function chatText(name: string): string {
  if (PLAIN.test(name)) return name;
  return printableLine(name)
    .replace(ACTS, (found) => ALIKE[found] ?? found)
    .replace(DOT_IN_ADDRESS, '․');
}
