import { clockTime, moment } from '../../../lib/duration.ts';
import type { Sum } from '../../../lib/sum.ts';
import type { Context } from '../../../resources/context.ts';
import { wordSentence } from '../../../resources/glossary.ts';
import { costInWords, isNothing } from '../../../resources/parts/amounts.ts';
import type { DetailLine, DetailSection, Resource } from '../../../resources/resource.ts';
import { inCents } from '../../money/cost.ts';
import type { RuleRow } from '../rule-row.ts';
import { ruleWords } from '../words.ts';
import { actionText, isHeld, nextText, ruleColumns, statusCell, statusText, writesLately } from './columns.ts';
import { settingLines } from './settings.ts';

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

/** What a rule has cost and saved, and how that is computed. */
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

/** The sections of a rule: its state, its settings, what it cost, and its last actions. */
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

/** Age up to which an action is shown without its date, in milliseconds. */
const DATELESS_MS = 12 * 3_600_000;

const dayAndTime = (at: number, now: number): string =>
  now - at < DATELESS_MS ? clockTime(at) : moment(at).slice(5, 16);
