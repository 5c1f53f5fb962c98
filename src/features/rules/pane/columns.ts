import { age, HOUR_MS, shortDuration } from '../../../lib/duration.ts';
import { leastOf, NO_SUM, type Sum } from '../../../lib/sum.ts';
import type { Cell } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import { boundText, isNothing } from '../../../resources/parts/amounts.ts';
import { textCell } from '../../../resources/parts/columns.ts';
import type { Column } from '../../../resources/resource.ts';
import { inCents } from '../../money/cost.ts';
import type { RuleActionLine, RuleRow, RuleStatus } from '../rule-row.ts';

/** The state of a rule in words. */
export function statusText(status: RuleStatus): string {
  switch (status.kind) {
    case 'active':
      return 'runs';
    case 'done':
      return 'done';
    case 'rehearses':
      return status.why === null ? 'rehearses' : `rehearses: ${status.why}`;
    case 'held-by-operator':
      return 'held by you';
    case 'refused':
    case 'held':
    case 'waits':
    case 'hindered':
      return `${status.kind}: ${status.why}`;
  }
}

/** The state of a rule with its sign. */
export function statusCell({ status }: RuleRow, { glyphs }: Context): Cell {
  const text = statusText(status);
  switch (status.kind) {
    case 'active':
    case 'done':
      return { text: `${glyphs.on} ${text}`, tone: 'good' };
    case 'rehearses':
      return { text: `${glyphs.dot} ${text}`, tone: status.why === null ? 'accent' : 'warn' };
    case 'waits':
      return { text: `${glyphs.busy} ${text}`, tone: 'busy' };
    case 'held-by-operator':
    case 'hindered':
      return { text: `${glyphs.warn} ${text}`, tone: 'warn' };
    case 'held':
    case 'refused':
      return { text: `${glyphs.bad} ${text}`, tone: 'bad' };
  }
}

/** An action after how it ended, which a narrow column must not cut: `would pause train-llama`. */
export function actionText({ what, outcome }: RuleActionLine): string {
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

/** Whether a rule does nothing until it is let go on. */
export const isHeld = ({ status: { kind } }: RuleRow): boolean => kind === 'held' || kind === 'held-by-operator';

/** What a rule does next and when: `pause at 20:00 · in 3h`; null for nothing, as while it is held. */
export function nextText(row: RuleRow, { now, glyphs }: Pick<Context, 'now' | 'glyphs'>): string | null {
  const { next } = row;
  if (next === null || isHeld(row)) return null;
  const { at, text } = next;
  if (at === null) return text;
  return `${text} ${glyphs.dot} ${at > now ? `in ${shortDuration(at - now)}` : 'now'}`;
}

/** The number of writes of the last hour. */
export const writesLately = ({ sentAt }: RuleRow, now: number): number =>
  sentAt.filter((at) => at > now - HOUR_MS).length;

/** The column of what a rule has cost or saved. */
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

/** The columns of rules. */
export const ruleColumns: readonly Column<RuleRow>[] = [
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
