import { createStore } from 'zustand/vanilla';
import type { JournalEvent } from '../../changes/change-event.ts';
import { connectedTo, connectionFrom } from '../../config/connection.ts';
import { machinePace } from '../../config/machine-pace.ts';
import { paceOf } from '../../config/pace.ts';
import { storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { openJournal } from '../../journal/journal.ts';
import { machineClock } from '../../lib/clock.ts';
import { jsonText } from '../../lib/sanitize.ts';
import { activity } from '../../resources/activity.ts';
import { activityRowOf } from '../../resources/activity-text.ts';
import { meets } from '../../resources/filter/match.ts';
import { serviceResources } from '../../resources/index.ts';
import { asciiGlyphs } from '../../resources/parts/glyphs.ts';
import { syncJournal } from '../../state/journal-sync.ts';
import { searchColumns } from '../../state/lists/search-text.ts';
import { timePassed } from '../../state/lists/transitions.ts';
import { DEFAULT_MACHINES } from '../../state/machine-settings.ts';
import { projectsOf } from '../../state/projects.ts';
import { contextOf } from '../../state/row-context.ts';
import { startState } from '../../state/start-state.ts';
import type { ConsoleState } from '../../state/state.ts';
import { clientFor } from '../../system/request-log.ts';
import { writeLine } from '../../system/streams.ts';
import { environment } from '../command-settings.ts';
import { ended, keepUpToDate, logProblems, NO_SCREEN, sendHeadlessNotifications } from './headless.ts';
import { readFilter } from './read-filter.ts';
import { collectEvents } from './watch-groups.ts';
import { eventLine } from './watch-lines.ts';
import { reportTroubles, watchMachines } from './watch-machines.ts';

export type WatchOptions = {
  /** Age of the oldest journal event that is printed first, in milliseconds. */
  readonly sinceMs: number;
  /** Ends when every list has been read once. */
  readonly once: boolean;
  readonly filter: string;
  /** Prints events of one kind within a minute as one object. */
  readonly group: boolean;
};

/**
 * `spotdeck watch`: prints events as one JSON object a line until a signal ends it. The events also go into the journal, so that
 * several consoles and watches record each change once. Returns the exit code.
 */
export async function watch(settings: Settings, options: WatchOptions): Promise<number> {
  const clock = machineClock;
  const connection = connectionFrom(settings);
  const client = clientFor(settings, { ...connection, readOnly: true });
  // Nobody looks at a screen: machines are read in turns, whichever of them a console would show.
  const mode = options.once || (settings.machines ?? DEFAULT_MACHINES.mode) === 'off' ? 'off' : 'all';
  const store = createStore<ConsoleState>(() => ({
    ...startState(connectedTo(connection, settings), asciiGlyphs, NO_SCREEN, clock.now()),
    machines: { mode, simulated: false, ...machinePace(settings) },
  }));
  const { path, service } = storagePaths(settings, connection.baseUrl);
  const journal = openJournal(path, clock.now, serviceResources);
  const filter = readFilter(options.filter, activity.columns);
  const fits = (event: JournalEvent): boolean =>
    meets(
      activityRowOf(event, asciiGlyphs.arrow),
      filter,
      searchColumns(activity.columns, null, false, contextOf(store.getState())),
      contextOf(store.getState()),
    );
  const printLine = (line: object): void => writeLine(jsonText(line));
  const collector = options.group ? collectEvents(clock.now, printLine) : null;
  let printed = 0;
  const print = (events: readonly JournalEvent[]): void => {
    const fresh = events.filter((event) => event.id > printed && fits(event));
    printed = Math.max(printed, ...events.slice(-1).map(({ id }) => id));
    if (collector !== null) collector.add(fresh);
    else for (const event of fresh) printLine(eventLine(event));
  };
  const { poller, nextSequence, stop } = keepUpToDate(store, client, paceOf(settings));
  const notifications = sendHeadlessNotifications({
    ...{ store, journal, service, environment, targets: () => settings.notify, nextSequence },
  });
  const stopSync = syncJournal({ store, journal, service: () => service, onEvents: print });
  if (options.sinceMs > 0) {
    const from = clock.now() - options.sinceMs;
    // Read only after `syncJournal` follows the journal: an event of another console is neither missed nor printed twice.
    const scopes = projectsOf(store.getState().connected).map((project) => ({ service, project }));
    print(journal.recent(scopes, Number.MAX_SAFE_INTEGER).filter(({ at }) => at >= from));
  }
  const stopPrinting = store.subscribe(({ now }, before) => {
    if (now !== before.now) collector?.printDue();
  });
  const stopLogging = logProblems(store, () => journal.warning());
  poller.start();
  const stopMachines = mode === 'off' ? null : watchMachines({ store, settings, targets: null });
  const stopTroubles = reportTroubles(store);
  const code = await ended(store, options.once);
  stop();
  stopMachines?.();
  stopTroubles();
  stopPrinting();
  // Reads what other consoles have recorded since the last tick.
  store.setState(timePassed(store.getState(), clock.now()), true);
  stopLogging();
  stopSync();
  await notifications.stop();
  collector?.printAll();
  journal.close();
  return code;
}
