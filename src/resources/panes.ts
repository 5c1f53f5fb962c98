import type { ServiceList } from '../contract/lists.ts';
import { activity } from './activity.ts';
import type { FieldWords } from './activity-text.ts';
import type { Context, Remarks } from './context.ts';
import { namesByKey, serviceLists, serviceResources } from './index.ts';
import type { Placeholders } from './placeholders.ts';
import type { Action, Column, DetailLine, DetailSection, Resource, ServiceActions, Side } from './resource.ts';
import type { PaneName, Rows } from './rows.ts';

/** Every pane, with the additions of features. */
export type Panes = { readonly [Name in PaneName]: Resource<Name> };

export type FeaturePanes = Omit<Panes, ServiceList | 'activity'>;

/** Records of a feature, before the named one or at the end. */
type Before<Thing> = { readonly before: string; readonly add: Thing };

/** What a feature adds to a pane of another. */
export type Addition<Row> = {
  readonly columns?: Before<readonly Column<Row>[]>;
  readonly actions?: Before<readonly Action<Row>[]>;
  /** Lines of the first section of a detail. */
  readonly lines?: Before<(row: Row, context: Context) => readonly DetailLine[]>;
  readonly sections?: Before<(row: Row, context: Context) => readonly DetailSection[]>;
  readonly placeholders?: Placeholders<Row>;
  /** Beside the title of a group; empty for nothing. */
  readonly groupNote?: (rows: Iterable<Row>, context: Context) => string;
};

/** What a feature brings: its own panes, and additions to others. */
export type PaneParts<Own extends object> = {
  readonly panes?: Own;
  readonly additions?: { readonly [Name in PaneName]?: Addition<Rows[Name]> };
  readonly remarks?: Remarks;
  /** Its words for changes of fields, by name. */
  readonly fieldWords?: Readonly<Record<string, FieldWords>>;
};

/** What all features bring. */
export type LoadedPanes<Own extends object> = {
  readonly own: Own;
  readonly parts: readonly PaneParts<object>[];
};

export type AllPanes = {
  readonly panes: Panes;
  /** In the order of their keys; without a key last. */
  readonly paneNames: readonly PaneName[];
  readonly remarks: Required<Remarks>;
  readonly fieldWords: Readonly<Record<string, FieldWords>>;
};

export const panesOfSide = (
  { panes, paneNames }: Pick<AllPanes, 'panes' | 'paneNames'>,
  side: Side,
): readonly PaneName[] => paneNames.filter((name) => panes[name].side === side);

/** Puts together the parts of features. A reading program does without actions. */
export function listedPanes({ own, parts }: LoadedPanes<FeaturePanes>, actions: ServiceActions = {}): AllPanes {
  const panes = withAdditions(withActions({ ...serviceResources, activity, ...own }, actions), parts);
  return {
    panes,
    paneNames: namesByKey(panes),
    remarks: {
      onStopping: (stopping, context) =>
        parts.map(({ remarks }) => remarks?.onStopping?.(stopping, context) ?? '').join(''),
      onPrice: (pairs, typed, context) => {
        for (const { remarks } of parts) {
          const advice = remarks?.onPrice?.(pairs, typed, context) ?? null;
          if (advice !== null) return advice;
        }
        return null;
      },
    },
    fieldWords: Object.fromEntries(parts.flatMap(({ fieldWords }) => Object.entries(fieldWords ?? {}))),
  };
}

function withActions(panes: Panes, actions: ServiceActions): Panes {
  const withOwn = <Name extends ServiceList>(all: Panes, name: Name): Panes => {
    const pane: Resource<Name> = { ...all[name], ...actions[name] };
    return { ...all, [name]: pane };
  };
  return serviceLists.reduce<Panes>(withOwn, panes);
}

function withAdditions(panes: Panes, parts: readonly PaneParts<object>[]): Panes {
  const withAdded = <Name extends PaneName>(all: Panes, name: Name): Panes => {
    const additions = parts.flatMap(({ additions }): readonly Addition<Rows[Name]>[] => {
      const addition: Addition<Rows[Name]> | undefined = additions?.[name];
      return addition === undefined ? [] : [addition];
    });
    return additions.length === 0 ? all : { ...all, [name]: additions.reduce<Resource<Name>>(added, all[name]) };
  };
  return namesByKey(panes).reduce<Panes>(withAdded, panes);
}

function added<Name extends PaneName>(
  pane: Resource<Name>,
  { columns, actions, lines, sections, placeholders, groupNote }: Addition<Rows[Name]>,
): Resource<Name> {
  const detail: Resource<Name>['detail'] = (row, context) => {
    const [first, ...others] = pane.detail(row, context);
    if (first === undefined) return [];
    const ownLines = lines === undefined ? undefined : { before: lines.before, add: lines.add(row, context) };
    const ownSections =
      sections === undefined ? undefined : { before: sections.before, add: sections.add(row, context) };
    const whole = { ...first, lines: inserted(first.lines, ({ label }) => label, ownLines) };
    return inserted([whole, ...others], ({ title }) => title, ownSections);
  };
  return {
    ...pane,
    columns: inserted(pane.columns, ({ id }) => id, columns),
    actions: inserted(pane.actions, ({ id }) => id, actions),
    detail,
    ...(pane.placeholders === undefined && placeholders === undefined
      ? {}
      : { placeholders: { ...pane.placeholders, ...placeholders } }),
    ...(groupNote === undefined
      ? {}
      : {
          groupNote: (rows: Iterable<Rows[Name]>, context: Context) =>
            [pane.groupNote?.(rows, context) ?? '', groupNote(rows, context)].filter((note) => note !== '').join('  '),
        }),
  };
}

function inserted<Thing>(
  all: readonly Thing[],
  nameOf: (thing: Thing) => string,
  own: Before<readonly Thing[]> | undefined,
): readonly Thing[] {
  if (own === undefined) return all;
  const found = all.findIndex((thing) => nameOf(thing) === own.before);
  const at = found < 0 ? all.length : found;
  return [...all.slice(0, at), ...own.add, ...all.slice(at)];
}
