import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import type { Tone } from '../../resources/cell.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { blankLine, type DialogLine, fitAll, widthOfAll } from '../dialogs/line.ts';
import { dialogOf } from '../dialogs/screen.ts';
import { paint } from '../dialogs/theme.ts';
import { boxPlace, type DialogView, viewOf } from '../dialogs/view.ts';
import { frameBottom, frameTop } from './borders.ts';
import { TextField } from './text-field.tsx';
import { useConsole, useTheme } from './ui-context.ts';

type Props = {
  readonly title: string;
  readonly lines: readonly DialogLine[];
  /** Index of the line that stays visible when not all fit. */
  readonly at?: number;
  readonly width?: DialogView['width'];
  readonly tone?: Tone;
  /** Explains a mark in the lines, in the lower line of the frame. */
  readonly legend?: string;
  /** Number of lines that the upper edge is placed for. */
  readonly placedFor?: number;
  /** Element above the lines with its height in rows; the caller makes sure that both fit. */
  readonly head?: { readonly rows: number; readonly node: ReactNode };
};

/** Draws a dialog from its record. */
export function PlainDialog({ own }: { readonly own: DialogState }) {
  const state = useConsole((now) => now);
  return <DialogBox {...viewOf(dialogOf(state, own), state, own)} />;
}

/** Box over the panes, never taller than the screen: lines that don't fit scroll so that the line `at` stays visible. */
export function DialogBox({
  title,
  lines,
  at = 0,
  width: widest,
  tone = 'accent',
  legend = '',
  placedFor = 0,
  head,
}: Props) {
  const theme = useTheme();
  const size = useConsole((state) => state.size);
  const glyphs = useConsole((state) => state.glyphs);
  const all = head === undefined ? lines : [...Array.from({ length: head.rows }, () => blankLine), ...lines];
  const { left, top, width, height, first } = boxPlace(size, all.length, {
    at: head === undefined ? at : 0,
    width: widest,
    placedFor,
  });
  const room = width - 4;
  const seen = [...all, ...Array.from({ length: height - 2 - all.length }, () => blankLine)].slice(
    first,
    first + height - 2,
  );
  const more = all.length > seen.length ? `${first + 1}-${first + seen.length} of ${all.length}` : '';
  const side = <Text>{paint([{ text: `${glyphs.box.down} `, tone }], theme)}</Text>;
  const otherSide = <Text>{paint([{ text: ` ${glyphs.box.down}`, tone }], theme)}</Text>;
  return (
    <Box position="absolute" flexDirection="column" width={width} height={height} top={top} left={left}>
      <Text>{paint(frameTop(width, glyphs.box, [{ text: title, tone: 'strong' }], '', tone, glyphs.cut), theme)}</Text>
      {seen.map((line, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of a dialog is identified by its position
        <Box key={n} height={1}>
          {side}
          <Line line={line} room={room} />
          {otherSide}
        </Box>
      ))}
      <Text>{paint(frameBottom(width, glyphs.box, more, tone, [legend]), theme)}</Text>
      {head === undefined ? null : (
        <Box
          position="absolute"
          top={1}
          left={2}
          width={room}
          height={head.rows}
          overflow="hidden"
          flexDirection="column"
        >
          {head.node}
        </Box>
      )}
    </Box>
  );
}

/** Line of a dialog, exactly `room` cells wide. */
export function Line({ line, room }: { readonly line: DialogLine; readonly room: number }) {
  const theme = useTheme();
  const mark = useConsole((state) => state.glyphs.cut);
  if (line.kind === 'text') {
    return <Text>{paint(fitAll(line.segments, room, mark), theme, line.cursor === true ? 'cursor' : 'plain')}</Text>;
  }
  const label = fitAll(line.label, Math.min(room - 4, widthOfAll(line.label)), mark);
  const after = line.after ?? [];
  return (
    <>
      <Text>{paint(label, theme)}</Text>
      <TextField editor={line.editor} width={room - widthOfAll(label) - widthOfAll(after)} mask={line.mask === true} />
      <Text>{paint(after, theme)}</Text>
    </>
  );
}
