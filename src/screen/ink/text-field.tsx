import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import type { TextBuffer } from '../../lib/text-buffer.ts';
import { cut, graphemesOf, toWidth, widthOf } from '../../lib/width.ts';
import { useConsole, useTheme } from './ui-context.ts';

function tail(text: string, width: number): string {
  let end = '';
  let room = width;
  for (const { segment } of [...graphemesOf(text.slice(-4 * Math.max(1, width)))].reverse()) {
    room -= widthOf(segment);
    if (room < 0) break;
    end = segment + end;
  }
  return end;
}

type Props = { readonly editor: TextBuffer; readonly width: number };

/** Exactly `width` columns, at the line with the cursor. Drawn without focus: keys come through the console's own handler. */
export function TextField({ editor, width, mask = false }: Props & { readonly mask?: boolean }) {
  const drawn = mask ? masked(editor) : editor;
  return (
    <Box width={width}>
      {drawn.selected === true ? <Selected editor={drawn} width={width} /> : <Typed editor={drawn} width={width} />}
    </Box>
  );
}

const masked = (editor: TextBuffer): TextBuffer => ({
  ...editor,
  before: '*'.repeat(editor.before.length),
  after: '*'.repeat(editor.after.length),
});

/** Never called without focus. */
const ignoreChange = (): void => undefined;

/** The first typed character replaces it. */
function Selected({ editor, width }: Props) {
  const theme = useTheme();
  const mark = useConsole((state) => state.glyphs.cut);
  const all = cut(editor.before, width - 1, mark);
  return (
    <>
      <Text inverse>
        <TextInput value={all} onChange={ignoreChange} focus={false} />
      </Text>
      <Text>{theme.sgr('plain') + ' '.repeat(Math.max(0, width - widthOf(all)))}</Text>
    </>
  );
}

/** Scrolled to the cursor. */
function Typed({ editor, width }: Props) {
  const theme = useTheme();
  const lineStart = editor.before.lastIndexOf('\n') + 1;
  const [afterLine = ''] = editor.after.split('\n');
  const afterRoom = Math.min(widthOf(afterLine), Math.floor(width / 3));
  const shown = tail(editor.before.slice(lineStart), width - 1 - afterRoom);
  const [{ segment: under } = { segment: ' ' }] = graphemesOf(afterLine);
  const rest = cut(afterLine.slice(under.length), width - widthOf(shown) - widthOf(under), '');
  const blank = width - widthOf(shown) - widthOf(under) - widthOf(rest);
  return (
    <>
      <TextInput value={shown} onChange={ignoreChange} focus={false} />
      <Text inverse>{under}</Text>
      <Text>{theme.sgr('plain') + toWidth(rest, widthOf(rest)) + ' '.repeat(Math.max(0, blank))}</Text>
    </>
  );
}
