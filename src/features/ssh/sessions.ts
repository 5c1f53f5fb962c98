import { parseDestination } from '../../contract/ssh-destination.ts';
import { clockTime, shortDuration } from '../../lib/duration.ts';
import { detailText, detailTime } from '../../resources/parts/columns.ts';
import type { Resource } from '../../resources/resource.ts';
import { backToSession, endSession, reachOf, reachWord } from './ssh-login.ts';

const lasting = (session: Session, now: number): number => (session.endedAt ?? now) - session.startedAt;

export const sessions: Resource<'sessions'> = {
  name: 'sessions',
  key: '6',
  alias: 'sessions',
  title: 'Sessions',
  side: 'own',
  words: { list: 'sessions', one: 'session' },
  one: 'session',
  hiddenWhenEmpty: true,
  empty: (key) => [`No sessions. Press ${key('ssh', 's')} on an instance to log in; the session is listed here.`],
  columns: [
    {
      id: 'instance',
      header: 'INSTANCE',
      width: 12,
      maxWidth: 24,
      priority: 0,
      cell: ({ instance }) => ({ text: instance, tone: 'strong' }),
      sortBy: ({ instance }) => instance,
    },
    {
      id: 'destination',
      header: 'DESTINATION',
      width: 18,
      maxWidth: 40,
      priority: 3,
      cell: ({ destination }) => ({ text: destination }),
      sortBy: ({ destination }) => destination,
    },
    {
      id: 'started',
      header: 'STARTED',
      width: 8,
      priority: 2,
      cell: ({ startedAt }) => ({ text: clockTime(startedAt), tone: 'dim' }),
      sortBy: ({ startedAt }) => startedAt,
    },
    {
      id: 'lasting',
      header: 'LASTING',
      width: 7,
      steady: true,
      align: 'right',
      priority: 1,
      cell: (session, { now }) => ({ text: shortDuration(lasting(session, now)) }),
      sortBy: (session, { now }) => lasting(session, now),
    },
    {
      id: 'reach',
      header: 'REACH',
      width: 9,
      steady: true,
      priority: 4,
      cell: ({ about }, context) => ({
        text: reachWord(context.own(reachOf, about)) ?? context.glyphs.none,
        tone: 'dim',
      }),
      sortBy: ({ about }, context) => reachWord(context.own(reachOf, about)),
    },
    {
      id: 'ended',
      header: 'ENDED',
      width: 12,
      maxWidth: 30,
      priority: 1,
      cell: ({ ended }, { glyphs }) =>
        ended === null ? { text: `${glyphs.on} open`, tone: 'good' } : { text: ended, tone: 'dim' },
      sortBy: ({ ended }) => ended,
    },
  ],
  sort: { column: 'started', descending: true },
  actions: [
    {
      id: 'back-to-session',
      key: 's',
      label: 'Back to the session, or log in there again',
      searchWords: ['login', 'shell', 'connect', 'ssh', 'attach'],
      hint: 'ssh',
      disabledReason: ({ destination }) =>
        parseDestination(destination) === null ? 'Its address cannot be used.' : null,
      effect: { kind: 'work', work: backToSession },
    },
    {
      id: 'end-session',
      key: 'x',
      label: 'End the session: its tmux window closes',
      searchWords: ['end', 'kill', 'stop', 'terminate', 'logout', 'disconnect'],
      hint: 'end',
      disabledReason: ({ endedAt, instance }) =>
        endedAt === null ? null : `The session on ${instance} has ended already.`,
      effect: { kind: 'work', work: endSession },
    },
  ],
  detail: (session, context) => [
    {
      title: 'Session',
      lines: [
        detailText('Instance', session.instance, context),
        detailText('Destination', session.destination, context),
        detailTime('Started', session.startedAt, context),
        detailTime('Ended', session.endedAt, context),
        detailText('How it ended', session.ended, context),
      ],
    },
  ],
  labelOf: ({ instance }) => instance,
  copies: [],
};

declare module '../../resources/rows.ts' {
  interface Rows {
    readonly sessions: Session;
  }
}

/** A session opened by this console. Times in milliseconds since 1970. */
export type Session = {
  readonly fid: string;
  /** The fid of its instance, and the instance's name at the start. */
  readonly about: string;
  readonly instance: string;
  readonly destination: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly ended: string | null;
};
