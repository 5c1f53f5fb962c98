import { listOptions } from '../command/list-options.ts';
import { fieldsOf, fillsForSeveral, listsWithVerbs, optionOf, type Verb, verbsOf } from '../command/verbs.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Field } from '../resources/form.ts';
import { serviceLists, serviceResources } from '../resources/index.ts';
import type { Panes } from '../resources/panes.ts';
import { columnUses, printedColumns } from '../resources/parts/column-names.ts';
import type { Resource } from '../resources/resource.ts';

/** Words for lists and changes of panes. The build keeps them, so help, completion and usage errors load no resource. */
export const wordsOfResources = (panes: Panes) => ({
  lists: serviceLists.map((name) => {
    const { alias, searchWords = [] } = panes[name];
    const { list: several, one } = panes[name].words;
    return { name, several, one, words: [alias, ...searchWords] };
  }),
  listOptions: listOptions(),
  columnHelp: columnHelp(panes),
  groups: listsWithVerbs(panes).map((list) => groupOf(panes, list)),
});

export type CommandWords = ReturnType<typeof wordsOfResources>;
export type ListWords = CommandWords['lists'][number];
export type GroupWords = CommandWords['groups'][number];
export type VerbWords = GroupWords['verbs'][number];

function groupOf<Name extends ServiceList>(panes: Panes, list: Name) {
  const { one, verbs } = serviceResources[list].words;
  if (verbs === undefined) throw new Error(`The words of ${list} need "verbs", which describes "spotdeck ${one}".`);
  return { list, one, description: verbs, verbs: verbsOf(panes, list).map(wordsOfVerb) };
}

type VerbNames = 'none' | 'one' | 'several';

function wordsOfVerb<Name extends ServiceList>({ action, label, like, list, word }: Verb<Name>) {
  const { effect, groupEffect = null, searchWords = [] } = action;
  /** Whether a filter can replace the names. */
  const filters = fillsForSeveral(action);
  const names: VerbNames = effect.kind === 'new' ? 'none' : effect.kind === 'form' && !filters ? 'one' : 'several';
  return {
    word,
    words: searchWords,
    description: `${label}.`,
    names,
    filters,
    fields: fieldsOf(action).map((field) => ({ flags: flagsOf(field), help: helpOf(field) })),
    hasLike: like !== null,
    waits: list === 'bids' && effect.kind === 'new',
    bringsSecret: effect.kind === 'new' && effect.mayBringSecret === true,
    groupEffect,
  };
}

function flagsOf(field: Field): string {
  const { long, aliases } = optionOf(field);
  return `${aliases === null ? '' : `--${aliases}, `}--${long} ${field.kind === 'several' ? '<names...>' : '<value>'}`;
}

/** Without the keys of the screen. */
const helpOf = ({ help }: Field): string =>
  help.replace(', or Ctrl-E for your editor', '').replace('Typed, @path for a file', 'The script, or @path for a file');

/** Column names for the help of `get`. */
function columnHelp(panes: Panes): string {
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
