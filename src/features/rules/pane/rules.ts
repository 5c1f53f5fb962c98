import { age, clockTime, HOUR_MS, moment, shortDuration } from '../../../lib/duration.ts';
import { inCents, leastOf, NO_SUM, type Sum } from '../../../lib/sum.ts';
import type { Cell, Tone } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import { type Word, wordSentence } from '../../../resources/glossary.ts';
import type { Glyphs } from '../../../resources/glyphs.ts';
import { boundText, costInWords, isNothing } from '../../../resources/parts/amounts.ts';
import { textCell } from '../../../resources/parts/columns.ts';
import type { Column, DetailLine, DetailSection, Resource } from '../../../resources/resource.ts';

import { type CommonRule, priceText } from '../engine/rule.ts';
import type { RuleActionLine, RuleRow, RuleStatus } from '../rule-rows.ts';

export function statusText(status: RuleStatus): string {
  if (status.kind === 'active') return 'runs';
  if (status.kind === 'held-by-operator') return 'held by you';
  return 'why' in status && status.why !== null ? `${status.kind}: ${status.why}` : status.kind;
}

const SIGNS = {
  active: ['on', 'good'],
  done: ['on', 'good'],
  rehearses: ['dot', 'accent'],
  waits: ['busy', 'busy'],
  'held-by-operator': ['warn', 'warn'],
  hindered: ['warn', 'warn'],
  held: ['bad', 'bad'],
  refused: ['bad', 'bad'],
} as const satisfies Readonly<Record<RuleStatus['kind'], readonly [sign: keyof Glyphs, tone: Tone]>>;

function statusCell({ status }: RuleRow, { glyphs }: Context): Cell {
  const [sign, tone] = SIGNS[status.kind];
  const isHindered = status.kind === 'rehearses' && status.why !== null;
  return { text: `${glyphs[sign]} ${statusText(status)}`, tone: isHindered ? 'warn' : tone };
}

/** The outcome first: a narrow column cuts the end. */
function actionText({ what, outcome }: RuleActionLine): string {
  switch (outcome) {
    case 'done':
      return what;
    case 'rehearsed':
      return `would ${what}`;
    case 'refused':
      return `refused: ${what}`;
    case 'missed':
      return `not carried out: ${what}`;
    case null:
      return `not known yet: ${what}`;
  }
}

const isHeld = ({ status: { kind } }: RuleRow): boolean => kind === 'held' || kind === 'held-by-operator';

/** `pause at 20:00 · in 3h`; null for nothing, as while it is held. */
function nextText(row: RuleRow, { now, glyphs }: Pick<Context, 'now' | 'glyphs'>): string | null {
  const { next } = row;
  if (next === null || isHeld(row)) return null;
  const { at, text } = next;
  if (at === null) return text;
  return `${text} ${glyphs.dot} ${at > now ? `in ${shortDuration(at - now)}` : 'now'}`;
}

/** The number of writes in the last hour. */
const writesLately = ({ sentAt }: RuleRow, now: number): number => sentAt.filter((at) => at > now - HOUR_MS).length;

function amountColumn(id: 'cost' | 'saved', priority: number): Column<RuleRow> {
  const of = ({ effects }: RuleRow): Sum<number> => effects?.[id] ?? NO_SUM;
  return {
    id,
    header: id.toUpperCase(),
    width: 9,
    align: 'right',
    priority,
    cell: (row, { glyphs }) => {
      const sum = of(row);
      return isNothing(sum) ? { text: glyphs.none, tone: 'dim' } : { text: boundText(inCents(sum), glyphs) };
    },
    largestFirst: true,
    sortBy: (row) => leastOf(of(row))[0]?.micros ?? null,
    compareAs: {
      kind: 'price',
      of: (row) => {
        const sum = of(row);
        const first = sum.kind === 'known' ? sum.amounts[0] : undefined;
        return first === undefined ? null : { amount: first.micros, unit: first.sign };
      },
    },
  };
}

const ruleColumns: readonly Column<RuleRow>[] = [
  {
    id: 'name',
    header: 'NAME',
    width: 14,
    maxWidth: 24,
    priority: 0,
    cell: ({ fid }) => ({ text: fid, tone: 'strong' }),
    sortBy: ({ fid }) => fid.toLowerCase(),
  },
  {
    id: 'kind',
    header: 'KIND',
    width: 8,
    priority: 4,
    cell: ({ rule }) => ({ text: rule.kind }),
    sortBy: ({ rule }) => rule.kind,
    groupBy: ({ rule }) => rule.kind,
  },
  {
    id: 'state',
    header: 'STATE',
    width: 13,
    maxWidth: 42,
    priority: 1,
    cell: statusCell,
    sortBy: ({ status }) => statusText(status),
    groupBy: ({ status }) => statusText(status).replace(/:.*/s, ''),
  },
  {
    id: 'last',
    header: 'LAST ACTION',
    width: 22,
    maxWidth: 40,
    priority: 3,
    cell: ({ lastActions: [last] }, context) => textCell(last === undefined ? null : actionText(last), context),
    sortBy: ({ lastActions: [last] }) => (last === undefined ? null : actionText(last)),
  },
  {
    id: 'age',
    header: 'AGE',
    width: 4,
    steady: true,
    align: 'right',
    priority: 5,
    cell: ({ lastActions: [last] }, { now, glyphs }) => ({
      text: last === undefined ? glyphs.none : age(last.at, now),
      tone: 'dim',
    }),
    sortBy: ({ lastActions: [last] }) => (last === undefined ? null : -last.at),
    compareAs: {
      kind: 'time',
      of: ({ lastActions: [last] }, { now }) => (last === undefined ? null : { amount: now - last.at, unit: '' }),
    },
  },
  {
    id: 'next',
    header: 'NEXT',
    width: 18,
    maxWidth: 44,
    priority: 2,
    cell: (row, context) => textCell(nextText(row, context), context),
    sortBy: (row) => (row.next === null || isHeld(row) ? null : (row.next.at ?? Number.MAX_SAFE_INTEGER)),
  },
  {
    id: 'writes',
    header: 'WRITES',
    width: 6,
    align: 'right',
    priority: 6,
    cell: (row, { now }) => {
      const writes = writesLately(row, now);
      return { text: `${writes}/${row.rule.maxWrites}`, tone: writes >= row.rule.maxWrites ? 'warn' : 'plain' };
    },
    largestFirst: true,
    sortBy: (row, { now }) => writesLately(row, now),
    compareAs: { kind: 'number', of: (row, { now }) => ({ amount: writesLately(row, now), unit: '' }) },
  },
  amountColumn('cost', 8),
  amountColumn('saved', 7),
];

export const ruleWords = {
  rule: { word: 'rule', means: 'changes bids by itself, as the config file says' },
  rehearse: { word: 'rehearse', means: 'a rule says what it would do, and sends nothing yet' },
  ladder: { word: 'ladder', means: 'a rule that raises a limit price step by step, up to a cap, while a bid is out' },
  spread: { word: 'spread', means: 'a rule that bids in several regions and keeps the first that is filled' },
} as const satisfies Readonly<Record<string, Word>>;

const NO_MARKS = 'Rules have no marks.';

export const rules: Resource<'rules'> = {
  name: 'rules',
  key: 'A',
  alias: 'rules',
  title: 'Rules',
  side: 'whole',
  words: { list: 'rules', one: 'rule' },
  one: 'rule',
  note: ({ runBy }) => ({ text: runBy, tone: 'plain' }),
  about: { texts: () => [wordSentence(ruleWords.rehearse)] },
  empty: () => [
    'No rules yet. A rule in the config file pauses, resumes or raises bids for you, at any hour. For example:',
    '[[rules]]',
    'name = "night"',
    'kind = "schedule"',
    'bids = "name:dev"',
    'pause = "0 20 * * 1-5"',
    'max_cost = "$50"',
    'It only rehearses until you release it here. All kinds of rules: docs/rules.md',
  ],
  absent: () => ({ mark: NO_MARKS, 'mark-shown': NO_MARKS, 'mark-inverted': NO_MARKS, 'mark-range': NO_MARKS }),
  columns: ruleColumns,
  sort: { column: 'name', descending: false },
  actions: [],
  detail: ruleSections,
  labelOf: ({ fid }) => fid,
  copies: [
    {
      key: 'l',
      label: 'last action',
      text: ({ lastActions: [last] }) => (last === undefined ? null : `${last.what}: ${last.reason}`),
    },
    { key: 's', label: 'state', text: ({ status }) => statusText(status) },
  ],
};

function atMost(cost: Sum<number>): string {
  if (isNothing(cost)) return 'nothing so far';
  const text = costInWords(inCents(cost));
  return cost.kind === 'known' ? `${text} at most` : `${text}: a limit price could not be read`;
}

function effectLines({ effects }: RuleRow): readonly DetailLine[] {
  if (effects === null) return [{ label: 'Cost', text: 'the journal is being read', tone: 'dim' }];
  const { since, cost, saved } = effects;
  if (since === null) return [{ label: 'Cost', text: 'none: it has changed no bid in the last 30 days', tone: 'dim' }];
  return [
    { label: 'Cost', text: atMost(cost) },
    { label: 'Saved', text: atMost(saved) },
    { label: 'Since', text: moment(since) },
    {
      label: 'Computed',
      text: 'saved: limit price times the instances that ran, while a bid stays paused; cost: limit price times running instances of what the rule resumed, raised or placed. Only observed time counts.',
      tone: 'dim',
    },
  ];
}

function ruleSections(row: RuleRow, context: Context): readonly DetailSection[] {
  const next = nextText(row, context);
  return [
    {
      title: 'Rule',
      lines: [
        { label: 'State', ...statusCell(row, context) },
        ...(row.hindered === null || !isHeld(row)
          ? []
          : [{ label: 'Hindered', text: row.hindered, tone: 'warn' as const }]),
        {
          label: 'Next',
          text: next ?? (isHeld(row) ? 'nothing while it is held' : 'nothing planned'),
          ...(next === null ? { tone: 'dim' as const } : {}),
        },
        { label: 'Writes', text: `${writesLately(row, context.now)} in the last hour, ${row.rule.maxWrites} at most` },
        { label: 'Runner', text: row.runBy },
      ],
    },
    { title: 'Settings', lines: settingLines(row) },
    { title: 'Money', lines: effectLines(row) },
    {
      title: 'Last actions',
      lines:
        row.lastActions.length === 0
          ? [{ label: 'None', text: 'it has done nothing in the last 30 days', tone: 'dim' }]
          : row.lastActions.map((line) => ({
              label: dayAndTime(line.at, context.now),
              text: `${actionText(line)} (${line.reason})`,
            })),
    },
  ];
}

const DATELESS_MS = 12 * 3_600_000;

const dayAndTime = (at: number, now: number): string =>
  now - at < DATELESS_MS ? clockTime(at) : moment(at).slice(5, 16);

/** Null for a rule without a cap. */
export const maxCostWords = ({ maxCost }: CommonRule): string | null =>
  maxCost === null ? null : `${priceText(maxCost)} per hour for the bids that it makes run`;

function settingLines({ rule, lines }: Pick<RuleRow, 'rule' | 'lines'>): readonly DetailLine[] {
  const money = maxCostWords(rule);
  return [
    { label: 'Kind', text: rule.kind },
    ...lines,
    { label: 'Writes', text: `at most ${rule.maxWrites} per hour` },
    ...(money === null ? [] : [{ label: 'Money', text: `at most ${money}` }]),
    ...(rule.allow ? [{ label: 'Allowed', text: 'also in a read-only or production profile' }] : []),
  ];
}
