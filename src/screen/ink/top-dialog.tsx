import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { dialogOf } from '../dialogs/screen.ts';
import { Line, PlainDialog } from './dialog-box.tsx';
import { FormDialog } from './form-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useConsole } from './ui-context.ts';

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
