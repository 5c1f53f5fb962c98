// screen: what the operator sees and presses: bindings, dialogs, and Ink.

import { Box, Text } from 'ink';
import { memo } from 'react';
import { wrapped } from '../../lib/width.ts';
import type { PaneName } from '../../resources/rows.ts';
import { isFirstRun, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { type Layout, LEAST, layoutOf, type Placement } from '../../store/panes/layout.ts';
import type { Size } from '../../store/state.ts';
import { dialogOf } from '../dialogs/screen.ts';
import { paint } from '../dialogs/theme.ts';
import { footLines, headerLine, hintLine, tabsLine } from './header-and-hints.ts';
import { Keyboard } from './keyboard.tsx';
import { paneLines } from './pane-lines.ts';
import { previewPaneLines } from './preview-lines.ts';
import { FootDialog, TopDialog } from './top-dialog.tsx';
import { useConsole, useConsoleLines, useTheme } from './ui-context.ts';

/** Draws the whole screen. */
export function App() {
  return (
    <>
      <Keyboard />
      <Screen />
    </>
  );
}

function Screen() {
  const size = useConsole((state) => state.size);
  const { times } = useConsole((state) => state.glyphs);
  const layout = useConsole(layoutOf);
  const firstRun = useConsole(isFirstRun);
  if (layout.kind === 'too-small') {
    const text = `spotdeck needs ${LEAST.columns} ${times} ${LEAST.rows}; this terminal has ${size.columns} ${times} ${size.rows}. Make it larger, or quit with Ctrl-c.`;
    return <Text>{wrapped(text, size.columns).slice(0, size.rows).join('\n')}</Text>;
  }
  return (
    <Box flexDirection="column" width={size.columns} height={size.rows}>
      {firstRun ? (
        <Box height={size.rows - 1}>
          <Name />
        </Box>
      ) : (
        <>
          <Head />
          {layout.kind === 'wide' ? <WidePanes layout={layout} /> : <SinglePane layout={layout} />}
        </>
      )}
      <Foot />
      <Over columns={size.columns} rows={size.rows} />
    </Box>
  );
}

/** Layer over the panes, clipped at the edges of the screen. The panes are not clipped: their lines fit, and clipping a line costs Ink as much as drawing it. */
function Over({ columns, rows }: Size) {
  return (
    <Box position="absolute" top={0} left={0} width={columns} height={rows} overflow="hidden">
      <TopDialog />
      <FootAbove />
    </Box>
  );
}

/** Top line of a screen without a service. */
function Name() {
  const theme = useTheme();
  return <Line text={paint([{ text: ' spotdeck', tone: 'accent' }], theme)} />;
}

function Head() {
  const theme = useTheme();
  return <Line text={useConsole((state) => headerLine(state, theme))} />;
}

function WidePanes({ layout }: { readonly layout: Extract<Layout, { readonly kind: 'wide' }> }) {
  return (
    <Box>
      <Stack panes={layout.left} preview={null} />
      <Stack panes={layout.right} preview={layout.preview} />
    </Box>
  );
}

function SinglePane({ layout }: { readonly layout: Extract<Layout, { readonly kind: 'single' }> }) {
  const theme = useTheme();
  const tabs = useConsole((state) => tabsLine(state, theme));
  return (
    <>
      <Line text={tabs} />
      <Stack panes={[layout.pane]} preview={layout.preview} />
    </>
  );
}

/** Draws panes one over the other, and the preview under them. */
function Stack({
  panes,
  preview,
}: {
  readonly panes: readonly Placement[];
  readonly preview: Placement<'preview'> | null;
}) {
  return (
    <Box flexDirection="column" width={(panes[0] ?? preview)?.width ?? 0}>
      {panes.map(({ name, width, height }) => (
        <Pane key={name} name={name} width={width} height={height} />
      ))}
      {preview === null ? null : <Preview width={preview.width} height={preview.height} />}
    </Box>
  );
}

function Preview({ width, height }: Omit<Placement<'preview'>, 'name'>) {
  const theme = useTheme();
  const lines = useConsoleLines(
    (state) => previewPaneLines(state, { name: 'preview', width, height }, theme),
    [width, height, theme],
  );
  return lines.map((text, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line of the preview is identified by its position
    <Line key={n} text={text} />
  ));
}

function Pane({ name, width, height }: { readonly name: PaneName; readonly width: number; readonly height: number }) {
  const theme = useTheme();
  const lines = useConsoleLines(
    (state) => paneLines(state, { name, width, height }, theme),
    [name, width, height, theme],
  );
  return lines.map((text, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line of a pane is identified by its position
    <Line key={n} text={text} />
  ));
}

/** One finished line of the screen; redrawn only when its text changes. */
const Line = memo(function Line({ text }: { readonly text: string }) {
  return <Text wrap="truncate">{text}</Text>;
});

/** Lines of the foot that do not fit on the last line, drawn over the panes. */
function FootAbove() {
  const theme = useTheme();
  const rows = useConsole((state) => state.size.rows);
  const lines = useConsoleLines((state) => footLines(state, theme).slice(0, -1), [theme]);
  if (lines.length === 0) return null;
  return (
    <Box position="absolute" flexDirection="column" top={rows - 1 - lines.length} left={0} height={lines.length}>
      {lines.map((text, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the foot is identified by its position
        <Line key={n} text={text} />
      ))}
    </Box>
  );
}

/** Last line of the foot, or the text field of the dialog that replaces it. */
function Foot() {
  const theme = useTheme();
  const own = useConsole(topDialog);
  const hints = useConsole((state) => hintLine(state, theme));
  const dialog = useConsole((state) => (own === undefined ? undefined : dialogOf(state, own)));
  if (own === undefined || dialog?.foot === undefined || dialog.textField === undefined) return <Line text={hints} />;
  return <FootDialog own={own} />;
}
