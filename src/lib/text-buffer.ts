import { graphemesOf } from './width.ts';

export type TextBuffer = {
  readonly before: string;
  readonly after: string;
  /** Prefilled: typing replaces it, any other key keeps it. */
  readonly selected?: boolean;
};

export function textBufferOf(text: string): TextBuffer {
  return { before: text, after: '' };
}

export function selectedEditor(text: string): TextBuffer {
  return text === '' ? textBufferOf(text) : { before: text, after: '', selected: true };
}

export function textIn(editor: TextBuffer): string {
  return editor.before + editor.after;
}

/** In one line, line feeds become blanks. */
export function insert(editor: TextBuffer, text: string, lines: 'one' | 'several'): TextBuffer {
  const clean = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, lines === 'one' ? ' ' : '\t');
  const put = lines === 'one' ? clean.replace(/\n+$/, '').replaceAll('\n', ' ') : clean;
  return editor.selected === true ? textBufferOf(put) : { before: editor.before + put, after: editor.after };
}

/** Cuts to a number of UTF-16 units, from the cursor backwards. */
export function limited(editor: TextBuffer, most: number): TextBuffer {
  if (textIn(editor).length <= most) return editor;
  const before = editor.before.slice(0, Math.max(0, most - editor.after.length)).replace(/[\ud800-\udbff]$/, '');
  return { before, after: editor.after.slice(0, most) };
}

export function edit(editor: TextBuffer, key: string): TextBuffer | null {
  const { before, after } = editor;
  switch (key) {
    case 'Left':
    case 'Ctrl-b':
      return textAround(before.slice(0, -lastLength(before)), before.slice(before.length - lastLength(before)) + after);
    case 'Right':
    case 'Ctrl-f':
      return textAround(before + after.slice(0, firstLength(after)), after.slice(firstLength(after)));
    case 'Home':
    case 'Ctrl-a':
      return textAround('', before + after);
    case 'End':
    case 'Ctrl-e':
      return textAround(before + after, '');
    case 'Backspace':
    case 'Ctrl-h':
      return textAround(before.slice(0, -lastLength(before) || undefined), after);
    case 'Delete':
    case 'Ctrl-d':
      return textAround(before, after.slice(firstLength(after)));
    case 'Ctrl-u':
      return textAround('', after);
    case 'Ctrl-k':
      return textAround(before, '');
    case 'Ctrl-w':
    case 'Alt-Backspace':
      return textAround(before.replace(/\S*\s*$/u, ''), after);
    default:
      return null;
  }
}

function textAround(before: string, after: string): TextBuffer {
  return { before, after };
}

function lastLength(text: string): number {
  // Longer characters are cut in two; the longest emoji have half of it.
  const tail = text.slice(-64);
  return [...graphemesOf(tail)].at(-1)?.segment.length ?? 0;
}

function firstLength(text: string): number {
  for (const { segment } of graphemesOf(text.slice(0, 64))) return segment.length;
  return 0;
}
