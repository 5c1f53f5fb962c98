import { Box, Text, useApp } from 'ink';
import Table from 'ink-table';
import { type ReactNode, useEffect } from 'react';
import { forgetTexts } from '../../lib/memoize.ts';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { reviewTable } from '../dialogs/form-review.ts';
import { dialogOf, screenOf } from '../dialogs/screen.ts';
import { roomFor } from '../dialogs/view.ts';
import { DialogBox, Line, PlainDialog } from './dialog-box.tsx';
import { useConsole, useTheme } from './ui-context.ts';

/** Components of the dialogs that PlainDialog does not draw. */
const drawn: { readonly [Kind in DialogKind]?: (own: DialogState<Kind>) => ReactNode } = {
  form: (own) => <FormDialog own={own} />,
  secret: (own) => <SecretDialog own={own} />,
};

/** Draws the topmost dialog over the panes, if one is open. */
export function TopDialog() {
  const own = useConsole(topDialog);
  const foot = useConsole((state) => (own === undefined ? undefined : dialogOf(state, own).foot));
  return own === undefined || foot !== undefined ? null : inBox(own);
}

function inBox<Kind extends DialogKind>(own: DialogState<Kind>): ReactNode {
  return drawn[own.kind]?.(own) ?? <PlainDialog own={own} />;
}

/** Draws the text field of a dialog in the foot of the screen. */
export function FootDialog({ own }: { readonly own: DialogState }) {
  const state = useConsole((now) => now);
  const { columns } = state.size;
  const [line] = dialogOf(state, own).lines(state, own, { width: columns, height: 1 });
  return <Box>{line === undefined ? null : <Line line={line} room={columns} />}</Box>;
}

/** Form dialog. Its review is a table where there is room for one. */
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

/** Clears the caches of drawn texts once the component is gone and the frame without it is drawn, so that the secret does not stay in them. */
function useForgottenAfterwards(): void {
  const { waitUntilRenderFlush } = useApp();
  useEffect(
    () => () => {
      // It rejects when the screen has failed: there is no next frame then.
      waitUntilRenderFlush().then(forgetTexts, forgetTexts);
    },
    [waitUntilRenderFlush],
  );
}

/** Draws a secret once. Closing the dialog removes it from the screen. */
function SecretDialog({ own }: { readonly own: DialogState<'secret'> }) {
  useForgottenAfterwards();
  return <PlainDialog own={own} />;
}
