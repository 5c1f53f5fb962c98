// screen: what the operator sees and presses: bindings, dialogs, and Ink.

import { Box, Text } from 'ink';
import { memo } from 'react';
import { isFirstRun, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { isTooSmall } from '../../store/panes/layout.ts';
import type { Size } from '../../store/state.ts';
import { dialogOf } from '../dialogs/screen.ts';
import { paint } from '../dialogs/theme.ts';
import { footLines, hintLine } from './header-and-hints.ts';
import { Keyboard } from './keyboard.tsx';
import { bodyLines, tooSmallLines } from './screen-lines.ts';
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
  const firstRun = useConsole(isFirstRun);
  if (isTooSmall(size)) return <TooSmall />;
  return (
    <Box flexDirection="column" width={size.columns} height={size.rows}>
      {firstRun ? (
        <Box height={size.rows - 1}>
          <Name />
        </Box>
      ) : (
        <Body />
      )}
      <Foot />
      <Over columns={size.columns} rows={size.rows} />
    </Box>
  );
}

/** The sentence on a screen that is too small. */
function TooSmall() {
  return <Text>{useConsoleLines(tooSmallLines, []).join('\n')}</Text>;
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

/** Header and panes. */
function Body() {
  const theme = useTheme();
  return <Lines of={useConsoleLines((state) => bodyLines(state, theme), [theme])} />;
}

/** Finished lines, one under the other. */
function Lines({ of: lines }: { readonly of: readonly string[] }) {
  return lines.map((text, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is identified by its position
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
      <Lines of={lines} />
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
