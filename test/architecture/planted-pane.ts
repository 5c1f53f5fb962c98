/** Files of a feature by path: a pane of its own, and what it adds to the pane of bids. */
export const files: Readonly<Record<string, string>> = {
  'src/features/berths/index.ts': `
import type { Feature } from '../../command/feature.ts';

/** Berths of bids. */
export const berths = {
  name: 'berths',
  panes: async () => (await import('./panes.ts')).berthPanes,
  running: () => import('./running.ts').then(({ running }) => running),
} satisfies Feature;
`,
  'src/features/berths/berth.ts': `
import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import type { OwnValue } from '../../resources/context.ts';
import { marksKept } from '../../store/lists/marks.ts';
import { type ConsoleState, withList } from '../../store/state.ts';

declare module '../../resources/rows.ts' {
  interface Rows {
    readonly berths: Berth;
  }
}

/** The berth of a bid. */
export type Berth = { readonly fid: string; readonly bid: string; readonly quay: string };

export const quayOf = ({ name }: Pick<Bid, 'name'>): string => \`quay-\${name ?? ''}\`;

/** The number of berths that are listed. */
export const listedBerths: OwnValue<[], number> = { of: ({ lists }) => lists.berths.rows.size };

/** Lists the berths of all bids. */
export function berthsListed(state: ConsoleState): ConsoleState {
  const rows = [...state.lists.bids.rows.values()].map(({ row }): [string, ListedRow<Berth>] => {
    const berth = { fid: \`berth-\${row.fid}\`, bid: row.fid, quay: quayOf(row) };
    return [berth.fid, { row: berth, raw: JSON.stringify(berth) }];
  });
  return marksKept(withList(state, 'berths', { ...state.lists.berths, rows: new Map(rows) }), 'berths');
}
`,
  'src/features/berths/running.ts': `
import type { RunningPart } from '../../command/feature.ts';
import { berthsListed } from './berth.ts';

export const running: RunningPart = {
  state: { rowsArrived: (state, name) => (name === 'bids' ? berthsListed(state) : state) },
};
`,
  'src/features/berths/panes.ts': `
import { pauseImpact } from '../../resources/bids/confirm.ts';
import { pauseBid } from '../../resources/bids/writes.ts';
import type { FeaturePanes, PaneParts } from '../../resources/panes.ts';
import { detailText } from '../../resources/parts/columns.ts';
import type { Resource } from '../../resources/resource.ts';
import { listedBerths, quayOf } from './berth.ts';

const berths: Resource<'berths'> = {
  name: 'berths',
  key: '8',
  alias: 'docks',
  title: 'Berths',
  side: 'own',
  words: { list: 'berths', one: 'berth' },
  one: 'berth',
  empty: () => ['No berths.'],
  columns: [
    { id: 'quay', header: 'QUAY', width: 20, priority: 0, cell: ({ quay }) => ({ text: quay }), sortBy: ({ quay }) => quay },
    {
      id: 'length',
      header: 'LENGTH',
      width: 6,
      priority: 1,
      aliases: ['metres'],
      cell: ({ quay }) => ({ text: \`\${quay.length} m\` }),
      sortBy: ({ quay }) => quay.length,
    },
  ],
  sort: { column: 'quay', descending: false },
  actions: [
    {
      id: 'berth-bid',
      key: 'i',
      label: 'Go to the bid at the berth',
      hint: 'its bid',
      effect: { kind: 'jump', to: ({ bid }) => ({ pane: 'bids', fid: bid, filter: null }) },
    },
  ],
  detail: ({ quay }, context) => [{ title: 'Berth', lines: [detailText('Quay', quay, context)] }],
  labelOf: ({ quay }) => quay,
  copies: [{ key: 'b', label: 'bollard', text: ({ quay }) => \`bollard at \${quay}\` }],
};

/** The pane of berths, and the berth of each bid. */
export const berthPanes: PaneParts<Pick<FeaturePanes, 'berths'>> = {
  panes: { berths },
  additions: {
    bids: {
      columns: {
        before: 'status',
        add: [
          {
            id: 'berth',
            header: 'BERTH',
            width: 14,
            priority: 0,
            aliases: ['moored-at'],
            cell: (bid) => ({ text: quayOf(bid) }),
            sortBy: quayOf,
            groupBy: () => 'at sea',
          },
        ],
      },
      actions: {
        before: 'bid-instances',
        add: [
          {
            id: 'bid-berth',
            key: 'B',
            label: 'Go to the berth of the bid',
            hint: 'berth',
            effect: { kind: 'jump', to: ({ fid }) => ({ pane: 'berths', fid: \`berth-\${fid}\`, filter: null }) },
          },
          {
            id: 'moor-bid',
            key: 'M',
            label: 'Moor the bid: it pauses',
            hint: null,
            effect: { kind: 'write', write: pauseBid, impact: pauseImpact },
          },
        ],
      },
      lines: { before: 'Status', add: (bid, context) => [detailText('Berth', quayOf(bid), context)] },
      sections: {
        before: 'Launch',
        add: (_, context) => [{ title: 'Harbour', lines: [{ label: 'Berths', text: String(context.own(listedBerths)) }] }],
      },
      placeholders: { berth: quayOf },
      groupNote: (bids) => \`\${bids.length} hulls\`,
    },
  },
};
`,
};
