import type { ListedRow } from '../../api/result.ts';
import { memoizeTexts } from '../../lib/memoize.ts';
import { jsonText } from '../../lib/sanitize.ts';
import { resources } from '../../resources/index.ts';
import type { DetailLine } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { contextOf } from '../row-context.ts';
import { type ConsoleState, drawnLists } from '../state.ts';

/** A line of the detail: a section's title, a field, or a line of the raw JSON. */
export type DetailRow =
  | { readonly kind: 'title'; readonly text: string }
  | ({ readonly kind: 'field' } & DetailLine)
  | { readonly kind: 'json'; readonly text: string };

/** Returns a row by its fid, also a removed one that is still shown; undefined when it is gone. */
export function rowByFid<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  fid: string,
): ListedRow<Rows[Name]> | undefined {
  const list = drawnLists(state)[name];
  return list.rows.get(fid) ?? list.removing.get(fid)?.listed;
}

/** Returns the name of a row, or its fid when it is gone. */
export function nameOf<Name extends PaneName>(state: ConsoleState, pane: Name, fid: string): string {
  const listed = rowByFid(state, pane, fid);
  return listed === undefined ? fid : resources[pane].labelOf(listed.row);
}

/** Returns the lines of a row's detail: every field, or the JSON as the service sent it. */
export function detailRows<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  fid: string,
  raw: boolean,
): readonly DetailRow[] {
  const listed = rowByFid(state, name, fid);
  if (listed === undefined) return [{ kind: 'title', text: 'It is gone from the list.' }];
  if (raw)
    return prettyJson(listed.raw)
      .split('\n')
      .map((text) => ({ kind: 'json', text }));
  return resources[name]
    .detail(listed.row, contextOf(state))
    .filter(({ lines }) => lines.length > 0)
    .flatMap(({ title, lines }): DetailRow[] => [
      { kind: 'title', text: title },
      ...lines.map((line) => ({ kind: 'field' as const, ...line })),
    ]);
}

/** Returns a row's JSON, indented. */
export const prettyJson = memoizeTexts((raw) => jsonText(JSON.parse(raw), 2), 2);

/** Returns the texts that can be copied from a row, each with its key. */
export function copyChoices<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  fid: string,
): readonly { readonly key: string; readonly label: string; readonly text: string }[] {
  const listed = rowByFid(state, name, fid);
  if (listed === undefined) return [];
  const resource = resources[name];
  const own = resource.copies.flatMap(({ key, label, text }) => {
    const value = text(listed.row, contextOf(state));
    return value === null || value === '' ? [] : [{ key, label, text: value }];
  });
  return [
    { key: 'i', label: 'identifier', text: listed.row.fid },
    { key: 'n', label: 'name', text: resource.labelOf(listed.row) },
    ...own,
    { key: 'j', label: 'JSON', text: prettyJson(listed.raw) },
  ];
}
