import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import { useEffect } from 'react';
import type { Editor } from '../lib/editor.ts';
import { cut, toWidth, widthOf } from '../lib/width.ts';
import { apply } from '../state/desk.ts';
import { textTyped } from '../state/typing.ts';
import { useSurroundings, useTheme } from './desk-context.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The end of a text that fits into a width. */
function tail(text: string, width: number): string {
  let kept = '';
  let room = width;
  for (const { segment } of [...graphemes.segment(text.slice(-4 * Math.max(1, width)))].reverse()) {
    room -= widthOf(segment);
    if (room < 0) break;
    kept = segment + kept;
  }
  return kept;
}

/**
 * The text that is being typed, exactly so wide. ink-text-input types at the end of what stands before the
 * cursor; moving, deleting and pasting are the console's own, which starts the field over (`turn`). Of a text
 * of several lines the line with the cursor is shown.
 */
export function TextField({ editor, width, mask = false }: Props) {
  const { typing } = useSurroundings();

  useEffect(() => {
    typing.shown = editor;
    typing.caughtUp();
  }, [editor, typing]);

  return (
    <Box width={width}>
      {editor.selected === true ? (
        <Selected editor={editor} width={width} />
      ) : (
        <Typed editor={editor} width={width} mask={mask} />
      )}
    </Box>
  );
}

/** What ink-text-input has taken goes into the state, and is drawn in the frame in which the field itself changes. */
function useTaken(): (editor: Editor) => void {
  const { desk, drawn, typing } = useSurroundings();
  return (editor) => {
    if (!typing.isTyped) return;
    apply(desk, (state) => textTyped(state, editor));
    drawn.tell();
  };
}

type Props = { readonly editor: Editor; readonly width: number; readonly mask?: boolean };

/** A prefilled text: the first character that is typed takes its place. */
function Selected({ editor, width }: Props) {
  const taken = useTaken();
  const theme = useTheme();
  const all = cut(editor.before, width - 1);
  const typed = (text: string): void => taken({ before: text, after: '', turn: editor.turn });
  return (
    <>
      <TextInput key={editor.turn} value="" onChange={typed} showCursor={false} />
      <Text inverse>{all}</Text>
      <Text>{theme.open('plain') + ' '.repeat(Math.max(0, width - widthOf(all)))}</Text>
    </>
  );
}

/** A text with the cursor in it, scrolled so that the cursor is seen. Of a masked text only the length is. */
function Typed({ editor, width, mask = false }: Props) {
  const taken = useTaken();
  const theme = useTheme();
  const lineStart = editor.before.lastIndexOf('\n') + 1;
  const [line = ''] = editor.after.split('\n');
  const afterLine = mask ? '*'.repeat(line.length) : line;
  const afterRoom = Math.min(widthOf(afterLine), Math.floor(width / 3));
  const shown = tail(editor.before.slice(lineStart), width - 1 - afterRoom);
  const hidden = editor.before.slice(0, editor.before.length - shown.length);
  const [{ segment: under } = { segment: ' ' }] = graphemes.segment(afterLine);
  const rest = cut(afterLine.slice(under.length), width - widthOf(shown) - widthOf(under), '');
  const blank = width - widthOf(shown) - widthOf(under) - widthOf(rest);
  const typed = (text: string): void => taken({ before: hidden + text, after: editor.after, turn: editor.turn });
  // ink-text-input keeps a cursor of its own, which can lag behind the value when keys come fast: it would then put the next
  // character before the last one. Started over with each length, its cursor is always at the end.
  return (
    <>
      <TextInput
        key={`${editor.turn} ${shown.length}`}
        value={shown}
        onChange={typed}
        showCursor={false}
        {...(mask ? { mask: '*' } : {})}
      />
      <Text inverse>{under}</Text>
      <Text>{theme.open('plain') + toWidth(rest, widthOf(rest)) + ' '.repeat(Math.max(0, blank))}</Text>
    </>
  );
}
