// screen: what the operator sees and presses: bindings, dialogs, and Ink.

import { Box, Text, useApp, useInput, usePaste } from 'ink';
import { memo, useEffect } from 'react';
import { isFirstRun, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { isTooSmall } from '../../store/panes/layout.ts';
import type { Size } from '../../store/state.ts';
import { dialogOf } from '../dialogs/screen.ts';
import { paint } from '../dialogs/theme.ts';
import { paste, press } from '../keymap/key-to-write.ts';
import { bodyLines, footLines, hintLine, tooSmallLines } from './screen-lines.ts';
import { FootDialog, TopDialog } from './top-dialog.tsx';
import { useConsole, useConsoleLines, useTheme, useUi } from './ui-context.ts';

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

function TooSmall() {
  return <Text>{useConsoleLines(tooSmallLines, []).join('\n')}</Text>;
}

/** Clipped at the edges of the screen. Panes are not: their lines fit, and clipping costs Ink as much as drawing. */
function Over({ columns, rows }: Size) {
  return (
    <Box position="absolute" top={0} left={0} width={columns} height={rows} overflow="hidden">
      <TopDialog />
      <FootAbove />
    </Box>
  );
}

/** Without a service. */
function Name() {
  const theme = useTheme();
  return <Line text={paint([{ text: ' spotdeck', tone: 'accent' }], theme)} />;
}

function Body() {
  const theme = useTheme();
  return <Lines of={useConsoleLines((state) => bodyLines(state, theme), [theme])} />;
}

function Lines({ of: lines }: { readonly of: readonly string[] }) {
  return lines.map((text, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is identified by its position
    <Line key={n} text={text} />
  ));
}

/** Redrawn only when its text changes. */
const Line = memo(function Line({ text }: { readonly text: string }) {
  return <Text wrap="truncate">{text}</Text>;
});

/** Lines of the foot above the last one, over the panes. */
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

function Foot() {
  const theme = useTheme();
  const own = useConsole(topDialog);
  const hints = useConsole((state) => hintLine(state, theme));
  const dialog = useConsole((state) => (own === undefined ? undefined : dialogOf(state, own)));
  if (own === undefined || dialog?.foot === undefined || dialog.textField === undefined) return <Line text={hints} />;
  return <FootDialog own={own} />;
}

/** The only input handler. */
function Keyboard(): null {
  const { controller, pressed, canSuspend, reportFocus } = useUi();
  const { suspendTerminal } = useApp();

  useEffect(() => canSuspend(suspendTerminal), [canSuspend, suspendTerminal]);

  useEffect(() => {
    reportFocus(true);
    return () => reportFocus(false);
  }, [reportFocus]);

  // Ink says when a key comes, the key stream says the key.
  useInput(() => {
    const key = pressed();
    if (key !== null) press(controller, key);
  });

  usePaste((text) => paste(controller, text));

  return null;
}
