import type { ServiceList } from '../contract/lists.ts';
import { serviceLists } from '../resources/index.ts';
import type { Panes } from '../resources/panes.ts';
import { columnUses, printedColumns } from '../resources/parts/column-names.ts';
import type { Resource } from '../resources/resource.ts';

/** The column names that --filter, --sort and --columns accept, by list, for the help of `get`. */
export function columnHelp(panes: Panes): string {
  const lists = serviceLists.map((name) => `  ${panes[name].words.list.padEnd(10)} ${namesIn(panes, name)}`);
  return [
    '',
    'Names for --filter, --sort and --columns; = joins names of one column:',
    ...lists,
    '',
    'Filters: status:open, name:=train, price>2.50, !us, a | b, (a | b) c, "two words".',
  ].join('\n');
}

function namesIn<Name extends ServiceList>(panes: Panes, name: Name): string {
  const { columns }: Resource<Name> = panes[name];
  return columnUses(printedColumns(columns))
    .map(({ names }) => names.join(' = '))
    .join(', ');
}
