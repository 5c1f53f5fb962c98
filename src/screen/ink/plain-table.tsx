import { renderToString, Text } from 'ink';
import Table from 'ink-table';
import type { ReactNode } from 'react';
import type { ServiceList } from '../../contract/lists.ts';
import { cut } from '../../lib/width.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Rows } from '../../resources/rows.ts';
import { columnsNow } from '../../store/lists/shown-columns.ts';
import { visibleRows } from '../../store/lists/visible-rows.ts';
import { contextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';

/** Largest width of a cell. Wider text is cut; the JSON of "spotdeck get" has it in full. */
const MAX_CELL_WIDTH = 200;

/** Width of the page, in cells; wider than any table. */
export const PAGE_WIDTH = 2000;

/** A list as a plain table, without colours, under its title. */
export function plainTable<Name extends ServiceList>(state: ConsoleState, name: Name): string {
  const resource: Resource<Name> = state.features.panes[name];
  const context = contextOf(state);
  const data = visibleRows(state, name).rows.map(({ row }: { readonly row: Rows[Name] }) =>
    Object.fromEntries(
      resource.columns.map(({ header, cell }) => [
        header,
        cut(cell(row, context).text, MAX_CELL_WIDTH, context.glyphs.cut),
      ]),
    ),
  );
  const heading = `${resource.title} (${data.length})`;
  if (data.length === 0) return `${heading}\nnone`;
  const columns = columnsNow(state, name).map(({ header }) => header);
  return `${heading}\n${renderToString(<Table data={data} columns={columns} header={Plain} skeleton={Plain} />, { columns: PAGE_WIDTH })}`;
}

function Plain({ children }: { readonly children?: ReactNode }) {
  return <Text>{children}</Text>;
}
