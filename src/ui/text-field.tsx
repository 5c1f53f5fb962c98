import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import type { Editor } from '../lib/text-buffer.ts';
import { cut, toWidth, widthOf } from '../lib/width.ts';
import { useTheme } from './ui-context.ts';

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

type Props = { readonly editor: Editor; readonly width: number; readonly mask?: boolean };

/**
 * The text that is being typed, exactly `width` columns wide. ink-text-input draws it; its keys reach the state through the
 * one input handler, so it has no focus of its own. Of a text of several lines the line with the cursor is shown.
 */
export function TextField({ editor, width, mask = false }: Props) {
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

/** A field without focus calls nobody. */
const unheard = (): void => undefined;

/** A prefilled text: the first character that is typed takes its place. */
function Selected({ editor, width }: Props) {
  const theme = useTheme();
  const all = cut(editor.before, width - 1);
  return (
    <>
      <Text inverse>
        <TextInput value={all} onChange={unheard} focus={false} />
      </Text>
      <Text>{theme.sgr('plain') + ' '.repeat(Math.max(0, width - widthOf(all)))}</Text>
    </>
  );
}

/** A text with the cursor in it, scrolled so that the cursor is seen. Of a masked text only the length is. */
function Typed({ editor, width, mask = false }: Props) {
  const theme = useTheme();
  const lineStart = editor.before.lastIndexOf('\n') + 1;
  const [line = ''] = editor.after.split('\n');
  const afterLine = mask ? '*'.repeat(line.length) : line;
  const afterRoom = Math.min(widthOf(afterLine), Math.floor(width / 3));
  const shown = tail(editor.before.slice(lineStart), width - 1 - afterRoom);
  const [{ segment: under } = { segment: ' ' }] = graphemes.segment(afterLine);
  const rest = cut(afterLine.slice(under.length), width - widthOf(shown) - widthOf(under), '');
  const blank = width - widthOf(shown) - widthOf(under) - widthOf(rest);
  return (
    <>
      <TextInput value={shown} onChange={unheard} focus={false} {...(mask ? { mask: '*' } : {})} />
      <Text inverse>{under}</Text>
      <Text>{theme.sgr('plain') + toWidth(rest, widthOf(rest)) + ' '.repeat(Math.max(0, blank))}</Text>
    </>
  );
}
