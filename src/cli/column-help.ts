import type { ServiceList } from '../contract/lists.ts';
import { resources } from '../resources/all-panes.ts';
import { serviceLists } from '../resources/index.ts';
import { columnUses, printedColumns } from '../resources/parts/column-names.ts';
import type { Resource } from '../resources/resource.ts';

/** The column names that --filter, --sort and --columns accept, by list, for the help of `get`. */
export function columnHelp(): string {
  const lists = serviceLists.map((name) => `  ${resources[name].words.list.padEnd(10)} ${namesIn(name)}`);
  return [
    '',
    'Names for --filter, --sort and --columns; = joins names of one column:',
    ...lists,
    '',
    'Filters: status:open, name:=train, price>2.50, !us, a | b, (a | b) c, "two words".',
  ].join('\n');
}

function namesIn<Name extends ServiceList>(name: Name): string {
  const { columns }: Resource<Name> = resources[name];
  return columnUses(printedColumns(columns))
    .map(({ names }) => names.join(' = '))
    .join(', ');
}
