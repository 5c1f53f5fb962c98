import { expect, test } from 'vitest';
import { features } from '../../src/features/index.ts';
import type { Addition, PaneParts } from '../../src/resources/panes.ts';
import type { Resource } from '../../src/resources/resource.ts';
import type { PaneName, Rows } from '../../src/resources/rows.ts';
import { transition } from '../../src/screen/keys/binding.ts';
import { contextOf } from '../../src/store/row-context.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { loadedFeatures, loadedFrom } from '../features-loaded.ts';
import { boundTwice } from '../screen/keys/keys-bound-twice.ts';
import { filled } from '../store/filled.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../store/made.ts';

const shown = filled(
  consoleWith({
    bids: [bid('train', { launch_specification: { volumes: ['v'], ssh_keys: ['s'] } })],
    instances: [
      instance('i-0', { bid: 'train', instance_type: 'h100', volumes: ['v'], ssh_destination: 'ubuntu@203.0.113.7' }),
      instance('i-1', { bid: 'train', status: 'STATUS_PREEMPTED' }),
    ],
    volumes: [volume('v')],
    sshKeys: [sshKey('s')],
    apiKeys: [apiKey('k')],
  }),
);

/** Records that a feature adds before a name, and the names of the place that they are added to. */
type Inserted = {
  readonly what: string;
  readonly before: string;
  readonly own: readonly string[];
  readonly all: readonly string[];
};

/** What a feature adds to a pane in places of its choice: once for columns and actions, and in the detail of each row. */
function insertedIn<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  { columns, actions, lines, sections }: Addition<Rows[Name]>,
): readonly Inserted[] {
  const pane: Resource<Name> = state.features.panes[name];
  const context = contextOf(state);
  const rows = [...state.lists[name].rows.values()];
  const idsOf = (things: readonly { readonly id: string }[]): readonly string[] => things.map(({ id }) => id);
  return [
    ...(columns === undefined
      ? []
      : [{ what: 'column', before: columns.before, own: idsOf(columns.add), all: idsOf(pane.columns) }]),
    ...(actions === undefined
      ? []
      : [{ what: 'action', before: actions.before, own: idsOf(actions.add), all: idsOf(pane.actions) }]),
    ...rows.flatMap(({ row }) => {
      const detail = pane.detail(row, context);
      return [
        ...(lines === undefined
          ? []
          : [
              {
                what: 'line',
                before: lines.before,
                own: lines.add(row, context).map(({ label }) => label),
                all: detail[0]?.lines.map(({ label }) => label) ?? [],
              },
            ]),
        ...(sections === undefined
          ? []
          : [
              {
                what: 'section',
                before: sections.before,
                own: sections.add(row, context).map(({ title }) => title),
                all: detail.map(({ title }) => title),
              },
            ]),
      ];
    }),
  ];
}

const isInPlace = ({ before, own, all }: Inserted): boolean =>
  own.length > 0 && own.every((name) => all.indexOf(name) < all.indexOf(before));

/** A sentence for each place that a feature names and that is not there, in no row of the pane. */
async function misplaced(list: typeof features): Promise<readonly string[]> {
  const state = { ...shown, features: await loadedFrom(list) };
  const ofPane = <Name extends PaneName>(feature: string, parts: PaneParts<object>, name: Name): readonly string[] => {
    const addition: Addition<Rows[Name]> | undefined = parts.additions?.[name];
    const all = addition === undefined ? [] : insertedIn(state, name, addition);
    return [...Map.groupBy(all, ({ what }) => what)]
      .filter(([, some]) => !some.some(isInPlace))
      .map(([what, [first]]) => `${feature}: ${name} have no ${what} "${first?.before}"`);
  };
  const brought = await Promise.all(
    list.records.flatMap(({ name, panes, actions }) =>
      [panes, actions].map(async (load) => ({ feature: name, parts: (await load?.()) ?? {} })),
    ),
  );
  return brought.flatMap(({ feature, parts }) =>
    state.features.paneNames.flatMap((pane) => ofPane(feature, parts, pane)),
  );
}

test('what features add to panes stands where they say', async () => {
  expect(await misplaced(features)).toEqual([]);
});

test('a place that is not there is named, with the feature and the pane', async () => {
  const planted = features.with({
    name: 'tides',
    panes: () =>
      Promise.resolve({
        additions: {
          bids: {
            columns: {
              before: 'prize',
              add: [{ id: 'tide', header: 'TIDE', width: 4, priority: 9, cell: () => ({ text: 'high' }) }],
            },
            actions: {
              before: 'bid-instance',
              add: [
                { id: 'bid-tide', key: 'B', label: 'Go', hint: null, effect: { kind: 'jump', to: () => 'No tide.' } },
              ],
            },
            lines: { before: 'Staus', add: () => [{ label: 'Tide', text: 'high' }] },
            sections: { before: 'Lunch', add: () => [{ title: 'Tides', lines: [] }] },
          },
        },
      }),
  });
  expect(await misplaced(planted)).toEqual([
    'tides: bids have no column "prize"',
    'tides: bids have no action "bid-instance"',
    'tides: bids have no line "Staus"',
    'tides: bids have no section "Lunch"',
  ]);
});

/** Bindings of the kernel that share a key and are never active together. */
const TAKE_TURNS: readonly string[] = ['Enter: toggle-group, detail'];

test('no key has two meanings in a pane, not even while one of them is hidden, and no command has the name of another', () => {
  expect(boundTwice(loadedFeatures)).toEqual(TAKE_TURNS);
});

test('no two columns of a pane have one identifier, and no two panes one alias', () => {
  const { panes, paneNames } = loadedFeatures;
  for (const ids of [
    ...paneNames.map((name) => panes[name].columns.map(({ id }) => id)),
    paneNames.map((name) => panes[name].alias),
  ])
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('a taken key of a feature’s action, and one of its keys for all panes, are named with both commands', async () => {
  const planted = features.with({
    name: 'tides',
    panes: () =>
      Promise.resolve({
        additions: {
          bids: {
            actions: {
              before: 'bid-instances',
              add: [
                { id: 'bid-tide', key: 'x', label: 'Go', hint: null, effect: { kind: 'jump', to: () => 'No tide.' } },
              ],
            },
          },
        },
      }),
    screen: () =>
      Promise.resolve({
        bindings: [
          {
            id: 'tides',
            keys: ['P', 'v'],
            label: 'Tides',
            hint: null,
            scope: 'everywhere',
            when: () => false,
            run: transition((state) => state),
          },
          { id: 'undo', keys: [], label: 'Tides', hint: null, scope: 'everywhere', run: transition((state) => state) },
        ],
      }),
  });
  const found = boundTwice(await loadedFrom(planted)).filter((sentence) => !TAKE_TURNS.includes(sentence));
  expect(found.toSorted()).toEqual(['P: switch, tides', 'undo', 'v: preview, tides', 'x: cancel-bid, bid-tide']);
});
