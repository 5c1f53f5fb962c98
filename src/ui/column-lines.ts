import type { DialogLine } from '../dialogs/line.ts';
import { columnChoices } from '../state/arranging.ts';
import { columnsIn } from '../state/columns.ts';
import type { ConsoleState } from '../state/console.ts';
import { layoutOf, panesOn } from '../state/layout.ts';
import type { Overlay } from '../state/overlay.ts';

/** The columns of a pane, a line each: whether it is shown, how wide it is, and what the rows are sorted and grouped by. */
export function columnLines(
  state: ConsoleState,
  { pane, at }: Extract<Overlay, { kind: 'columns' }>,
): readonly DialogLine[] {
  const { sort, group } = state.views[pane];
  const { up, down } = state.signs;
  const placed = panesOn(layoutOf(state)).find(({ name }) => name === pane);
  const seen =
    placed === undefined
      ? []
      : columnsIn(pane, state.views[pane].columns, placed.width, state.connected.together).map(({ id }) => id);
  return columnChoices(state, pane).map(({ head, shown, width }, n): DialogLine => {
    const said = [
      ...(shown && placed !== undefined && !seen.includes(head.id) ? ['hidden: no room'] : []),
      ...(head.id === sort.column ? [`sorted ${sort.descending ? down : up}`] : []),
      ...(head.id === group ? ['grouped'] : []),
    ];
    return {
      kind: 'text',
      cursor: n === at,
      segments: [
        { text: shown ? ' [x] ' : ' [ ] ', tone: shown ? 'accent' : 'dim' },
        { text: head.header.padEnd(14), tone: shown ? 'strong' : 'dim' },
        { text: (width === null ? '' : `${width} wide`).padEnd(10), tone: 'dim' },
        { text: said.join(', '), tone: 'accent' },
      ],
    };
  });
}
