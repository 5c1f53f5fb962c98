import type { Resource } from '../../../resources/resource.ts';
import { ruleColumns, statusText } from './columns.ts';
import { ruleSections } from './detail.ts';

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
