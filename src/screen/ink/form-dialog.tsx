import { Text } from 'ink';
import Table from 'ink-table';
import type { DialogState } from '../../store/dialog-state.ts';
import { reviewTable } from '../dialogs/form-review.ts';
import { screenOf } from '../dialogs/screen.ts';
import { roomFor } from '../dialogs/view.ts';
import { DialogBox, PlainDialog } from './dialog-box.tsx';
import { useConsole, useTheme } from './ui-context.ts';

/** Form dialog. Its review is a table where there is room for one. */
export function FormDialog({ own }: { readonly own: DialogState<'form'> }) {
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
