import type { RunningPart } from '../../command/feature.ts';
import type { Cancel } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import { inSlices } from '../../lib/work.ts';
import { bidJournal } from '../money/journal.ts';
import { gapsSeen } from './gaps.ts';
import { incidentsWith, NO_INCIDENTS } from './incident.ts';
import { byIncident } from './incidents/activity-lines.ts';
import { collectIncidents } from './incidents/collect.ts';
import { pastsWith } from './past.ts';
import { readPastInParts, readSince } from './read-past.ts';
import { incidentsOf, knownPastsOf } from './state.ts';

/** Time between two looks for gaps, in milliseconds. */
const GAPS_MS = MINUTE_MS;

/** Reads what the journal has of the listed rows in slices, and then follows it. */
export const running: RunningPart = {
  state: {
    eventGrouping: byIncident,
    // A price that may help.
    demands: ({ dialogs }) => ({ money: { prices: dialogs.some(({ kind }) => kind === 'why') } }),
  },
  collectors: { incidents: collectIncidents },
  runtime: {
    follows: ({ clock }, { store, change, journal, scopes }) => {
      const observed = bidJournal(journal);
      let cancel: Cancel = () => undefined;
      let gapsAt = Number.NEGATIVE_INFINITY;

      const begin = (): void => {
        cancel();
        change((state) => ({ ...state, knownPasts: { kind: 'none' }, incidents: NO_INCIDENTS }));
        cancel = inSlices(readPastInParts(journal, scopes(), null), clock, ({ known, incidents }) =>
          change((state) => ({ ...state, knownPasts: known, incidents })),
        );
      };
      /** A machine that slept has left a gap, and a new journal begins with the first lists. */
      const lookAgain = (): void => {
        const state = store.getState();
        const known = knownPastsOf(state);
        if (known.kind !== 'read' || state.now - gapsAt < GAPS_MS) return;
        gapsAt = state.now;
        const gaps = gapsSeen(observed, scopes(), null);
        const since = known.since ?? readSince(journal, scopes());
        const isSame =
          since === known.since && gaps.length === known.gaps.length && gaps.at(-1)?.to === known.gaps.at(-1)?.to;
        if (!isSame) change((next) => ({ ...next, knownPasts: { ...known, since, gaps } }));
      };

      return {
        begin,
        eventsArrived: (state, arrived) => {
          const known = knownPastsOf(state);
          // While the journal is being read, they are read with it.
          if (known.kind !== 'read') return state;
          const newer = arrived.filter(({ id }) => id > known.last);
          const last = newer.at(-1)?.id;
          if (last === undefined) return state;
          const since = known.since ?? readSince(journal, scopes());
          const pasts = pastsWith(known.pasts, newer, journal.by);
          const incidents = incidentsWith(incidentsOf(state), newer);
          return { ...state, knownPasts: { ...known, last, since, pasts }, incidents };
        },
        caughtUp: lookAgain,
        finish: () => cancel(),
      };
    },
  },
};
