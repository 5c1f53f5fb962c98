import { Box, Text, useApp } from 'ink';
import Table from 'ink-table';
import { type ReactNode, useEffect } from 'react';
import { forgetTexts } from '../../lib/memoize.ts';
import type { Tone } from '../../resources/cell.ts';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { reviewTable } from '../dialogs/form-review.ts';
import { blankLine, type DialogLine, fitAll, widthOfAll } from '../dialogs/line.ts';
import { dialogOf, screenOf } from '../dialogs/screen.ts';
import { paint } from '../dialogs/theme.ts';
import { boxPlace, type DialogView, roomFor, viewOf } from '../dialogs/view.ts';
import { frameBottom, frameTop } from './borders.ts';
import { TextField } from './text-field.tsx';
import { useConsole, useTheme } from './ui-context.ts';

/** Dialogs with a component of their own. */
const drawn: { readonly [Kind in DialogKind]?: (own: DialogState<Kind>) => ReactNode } = {
  form: (own) => <FormDialog own={own} />,
  secret: (own) => <SecretDialog own={own} />,
};

export function TopDialog() {
  const own = useConsole(topDialog);
  const foot = useConsole((state) => (own === undefined ? undefined : dialogOf(state, own).foot));
  return own === undefined || foot !== undefined ? null : inBox(own);
}

function inBox<Kind extends DialogKind>(own: DialogState<Kind>): ReactNode {
  return drawn[own.kind]?.(own) ?? <PlainDialog own={own} />;
}

export function FootDialog({ own }: { readonly own: DialogState }) {
  const state = useConsole((now) => now);
  const { columns } = state.size;
  const [line] = dialogOf(state, own).lines(state, own, { width: columns, height: 1 });
  return <Box>{line === undefined ? null : <Line line={line} room={columns} />}</Box>;
}

/** Its review is a table if there is room. */
function FormDialog({ own }: { readonly own: DialogState<'form'> }) {
  const theme = useTheme();
  const state = useConsole((now) => now);
  const { form } = screenOf(state).dialogs;
  const room = roomFor(form, state, own);
  const table = reviewTable(state, own, room);
  if (table === null) return <PlainDialog own={own} />;
  const head = (
    <Table
      data={[...table.rows]}
      skeleton={() => null}
      header={({ children }) => <Text>{theme.sgr('accent') + String(children ?? '') + theme.reset}</Text>}
    />
  );
  return (
    <DialogBox
      title={form.title(state, own, room)}
      lines={table.lines}
      placedFor={form.box?.(own).placedFor ?? 0}
      head={{ rows: table.rows.length + 1, node: head }}
    />
  );
}

/** Clears the caches of drawn texts after the next frame: no secret stays in them. */
function useForgottenAfterwards(): void {
  const { waitUntilRenderFlush } = useApp();
  useEffect(
    () => () => {
      // It rejects when the screen has failed.
      waitUntilRenderFlush().then(forgetTexts, forgetTexts);
    },
    [waitUntilRenderFlush],
  );
}

function SecretDialog({ own }: { readonly own: DialogState<'secret'> }) {
  useForgottenAfterwards();
  return <PlainDialog own={own} />;
}

type Props = {
  readonly title: string;
  readonly lines: readonly DialogLine[];
  /** This line stays visible. */
  readonly at?: number;
  readonly width?: DialogView['width'];
  readonly tone?: Tone;
  readonly legend?: string;
  /** The upper edge stays as it is for so many lines. */
  readonly placedFor?: number;
  /** Above the lines; `rows` is its height. */
  readonly head?: { readonly rows: number; readonly node: ReactNode };
};

function PlainDialog({ own }: { readonly own: DialogState }) {
  const state = useConsole((now) => now);
  return <DialogBox {...viewOf(dialogOf(state, own), state, own)} />;
}

/** Never taller than the screen; the line `at` stays visible. */
function DialogBox({ title, lines, at = 0, width: widest, tone = 'accent', legend = '', placedFor = 0, head }: Props) {
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

function Line({ line, room }: { readonly line: DialogLine; readonly room: number }) {
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
