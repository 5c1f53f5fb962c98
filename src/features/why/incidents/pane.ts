import { clockTime, moment, shortDuration } from '../../../lib/duration.ts';
import type { Context } from '../../../resources/context.ts';
import type { Action, DetailSection, Resource } from '../../../resources/resource.ts';
import type { IncidentRow } from '../incident-row.ts';
import { durationOf, incidentText, STANDING_TONES, standingOf } from '../incident-words.ts';

const actions: readonly Action<IncidentRow>[] = [
  {
    id: 'incident-row',
    key: 'i',
    label: 'Go to its bid or row',
    hint: 'go to it',
    effect: {
      kind: 'jump',
      to: ({ incident }, context) => {
        const { fid } = incident.about;
        for (const pane of ['bids', 'instances', 'volumes', 'sshKeys', 'apiKeys'] as const)
          if (context.rowsOf(pane).has(fid)) return { pane, fid, filter: null };
        return 'Its row is no longer in the list.';
      },
    },
  },
];

/** What stands first: what is out or will be, what waits or starts, and then what is over. */
const RANKS = { out: 0, losing: 1, waits: 2, starts: 3, over: 4 } as const;

function detail(row: IncidentRow, context: Context): readonly DetailSection[] {
  const { incident, lines } = row;
  return [
    {
      title: 'Incident',
      lines: [
        { label: 'What', text: incidentText(row, context.now) },
        { label: 'Began', text: moment(incident.first) },
        { label: 'Last', text: moment(incident.last) },
        { label: 'Identifier', text: incident.about.fid },
      ],
    },
    { title: 'Events', lines: lines.map(({ at, what }) => ({ label: clockTime(at), text: what })) },
  ];
}

/** What belongs together of all that happened: one line for each time that a bid lost its instances and had them back. */
export const incidents: Resource<'incidents'> = {
  name: 'incidents',
  key: '',
  alias: 'incidents',
  searchWords: ['outage', 'lost', 'preempted', 'back'],
  title: 'Incidents',
  side: 'whole',
  words: { list: 'incidents', one: 'incident' },
  one: 'incident',
  empty: (key) => ['No incidents yet: nothing was seen to change.', `Press ${key('pane-bids', '1')} to see the bids.`],
  columns: [
    {
      id: 'time',
      header: 'BEGAN',
      width: 8,
      priority: 1,
      cell: ({ incident }) => ({ text: clockTime(incident.first), tone: 'dim' }),
      sortBy: ({ incident }) => incident.first,
    },
    {
      id: 'state',
      header: 'STATE',
      width: 6,
      priority: 2,
      cell: ({ incident }) => {
        const standing = standingOf(incident);
        return { text: standing, tone: STANDING_TONES[standing] };
      },
      // What is out first, the newest of each first.
      sortBy: ({ incident }) => RANKS[standingOf(incident)] * 1e15 - incident.first,
      groupBy: ({ incident }) => standingOf(incident),
    },
    {
      id: 'what',
      header: 'WHAT',
      width: 24,
      maxWidth: 100,
      priority: 0,
      cell: (row, { now }) => {
        const standing = standingOf(row.incident);
        return { text: incidentText(row, now), tone: STANDING_TONES[standing] === 'bad' ? 'bad' : 'plain' };
      },
      sortBy: ({ incident }) => incident.name,
    },
    {
      id: 'lasted',
      header: 'LASTED',
      width: 6,
      align: 'right',
      priority: 3,
      cell: ({ incident }, { now }) => ({ text: shortDuration(durationOf(incident, now)), tone: 'dim' }),
      largestFirst: true,
      sortBy: ({ incident }, { now }) => durationOf(incident, now),
      compareAs: { kind: 'time', of: ({ incident }, { now }) => ({ amount: durationOf(incident, now), unit: '' }) },
    },
    {
      id: 'events',
      header: 'EVENTS',
      width: 6,
      align: 'right',
      priority: 4,
      cell: ({ lines }) => ({ text: String(lines.length), tone: 'dim' }),
      largestFirst: true,
      sortBy: ({ lines }) => lines.length,
    },
  ],
  sort: { column: 'state', descending: false },
  actions,
  detail,
  labelOf: ({ incident }) => incident.name,
  copies: [
    {
      key: 'e',
      label: 'events',
      text: ({ lines }) => lines.map(({ at, what }) => `${moment(at)}  ${what}`).join('\n'),
    },
  ],
};
