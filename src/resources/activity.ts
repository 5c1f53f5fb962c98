import { agentWords } from '../changes/change-event.ts';
import { clockTime, moment } from '../lib/duration.ts';
import type { Cell } from './cell.ts';
import type { Context } from './context.ts';
import type { DetailLine, Resource } from './resource.ts';
import { type ActivityRow, otherPlace } from './rows.ts';

function outcome({ outcome }: ActivityRow, { glyphs }: Context): Cell {
  switch (outcome) {
    case 'sent':
      return { text: `${glyphs.busy} sent`, tone: 'busy' };
    case 'done':
      return { text: `${glyphs.on} done`, tone: 'good' };
    case 'refused':
      return { text: `${glyphs.bad} refused`, tone: 'bad' };
    case 'unknown':
      return { text: `${glyphs.warn} unknown`, tone: 'warn' };
    case 'lost':
      return { text: `${glyphs.bad} lost`, tone: 'bad' };
    case 'seen':
      return { text: `${glyphs.dot} observed`, tone: 'dim' };
  }
}

function wordsOf({ what, place }: ActivityRow, context: Context): string {
  const other = place === null ? null : otherPlace(place, context);
  return other === null ? what : `${other}: ${what}`;
}

/** The outcome is a sign if the sentence has it in words. */
function whatHappened(row: ActivityRow, context: Context): Cell {
  const { text, tone = 'plain' } = outcome(row, context);
  switch (row.outcome) {
    case 'seen':
      return { text: wordsOf(row, context) };
    case 'lost':
      return { text: `${context.glyphs.bad} ${wordsOf(row, context)}`, tone };
    case 'sent':
    case 'done':
    case 'refused':
    case 'unknown':
      return { text: `${text}: ${wordsOf(row, context)}`, tone };
  }
}

function whoDid({ who, from, kind }: ActivityRow): string {
  const where = from === 'here' ? 'this console' : 'another console';
  if (kind?.kind === 'noted' && kind.agent !== undefined)
    return `${agentWords(kind.agent)}, run by ${from === 'here' ? where : 'another program'}`;
  if (who === 'service') return 'the service';
  return where;
}

export const activity: Resource<'activity'> = {
  name: 'activity',
  key: '7',
  alias: 'act',
  searchWords: ['events', 'changes'],
  title: 'Activity',
  side: 'own',
  words: { list: 'activity', one: 'event' },
  one: 'event',
  followsTop: true,
  rowsOfGroup: ({ events }) => events.map(({ fid }) => fid),
  empty: () => ['No activity yet. Changes at the service and your actions appear here.'],
  columns: [
    {
      id: 'time',
      header: 'TIME',
      width: 8,
      priority: 1,
      cell: ({ at }) => ({ text: clockTime(at), tone: 'dim' }),
      sortBy: ({ at }) => at,
    },
    {
      id: 'outcome',
      header: 'OUTCOME',
      width: 10,
      // It goes before a sentence is cut, which then begins with the outcome.
      priority: 5,
      cell: outcome,
      sortBy: (row) => row.outcome,
      groupBy: (row, context) => outcome(row, context).text,
    },
    {
      id: 'what',
      header: 'WHAT',
      width: 24,
      maxWidth: 60,
      priority: 0,
      foldsHere: 'signed',
      cell: whatHappened,
      beside: { column: 'outcome', cell: (row, context) => ({ text: wordsOf(row, context) }) },
      sortBy: ({ what }) => what,
    },
  ],
  sort: { column: 'time', descending: true },
  actions: [
    {
      id: 'go-to-row',
      key: 'i',
      label: 'Go to its row',
      hint: 'go to it',
      effect: {
        kind: 'jump',
        to: ({ about, events }, context) => {
          if (about === null)
            return events.length === 0
              ? 'This event is not about a row.'
              : 'These events are about several rows. Open them and choose one.';
          if (!context.rowsOf(about.pane).has(about.fid)) return 'Its row is no longer in the list.';
          return { pane: about.pane, fid: about.fid, filter: null };
        },
      },
    },
  ],
  detail: (activityRow, context) => [
    {
      title: activityRow.events.length === 0 ? 'Event' : 'Group of events',
      lines: [
        { label: 'What', text: wordsOf(activityRow, context) },
        ...times(activityRow),
        { label: 'Outcome', ...outcome(activityRow, context) },
        { label: 'Who', text: whoDid(activityRow) },
        ...(activityRow.about === null ? [] : [{ label: 'Identifier', text: activityRow.about.fid }]),
      ],
    },
    {
      title: 'Events',
      lines: activityRow.events.map(({ at, what }) => ({ label: clockTime(at), text: what })),
    },
  ],
  labelOf: ({ what }) => what,
  copies: [
    {
      key: 'e',
      label: 'events',
      text: ({ events }) => events.map(({ at, what }) => `${moment(at)}  ${what}`).join('\n'),
    },
  ],
};

function times({ at, since, events }: ActivityRow): readonly DetailLine[] {
  const [first] = events.map((event) => event.at).toSorted((a, b) => a - b);
  if (first !== undefined)
    return [
      { label: 'First', text: moment(first) },
      { label: 'Last', text: moment(at) },
    ];
  const notBefore = since === null ? [] : [{ label: 'Not before', text: moment(since) }];
  return [{ label: 'When', text: moment(at) }, ...notBefore];
}
