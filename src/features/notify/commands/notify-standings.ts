import { connectedTo, connectionFrom } from '../../../config/connection.ts';
import { storagePaths } from '../../../config/paths.ts';
import type { Settings } from '../../../config/settings.ts';
import { openJournal } from '../../../journal/journal.ts';
import type { Scope } from '../../../journal/scope.ts';
import { own } from '../../../lib/typed-key.ts';
import { asciiGlyphs } from '../../../resources/glyphs.ts';
import { serviceResources } from '../../../resources/index.ts';
import type { Features } from '../../../store/features.ts';
import { projectsOf } from '../../../store/projects.ts';
import { startState } from '../../../store/start-state.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { system } from '../../../system/system.ts';
import { type NotifyJournal, notifyJournal } from '../journal.ts';
import { fitsFilter } from '../sending/fits.ts';
import { OLDEST_MS } from '../sending/progress.ts';
import { isSent } from '../sending/waiting-events.ts';
import type { NotifySetting } from '../setting.ts';
import { notifyTargets } from '../settings.ts';
import { takesProfile } from '../target.ts';

/** How a target stands in the journal. `stopped` and `failing` are clauses; `delivered` is null before the first success. */
export type NotifyStanding = {
  readonly target: NotifySetting;
  /** `other` when the profile's events do not go there; `new` when no program has begun with it. */
  readonly state: 'ok' | 'failing' | 'stopped' | 'new' | 'other';
  readonly why: string | null;
  readonly waiting: number;
  /** Milliseconds since 1970. */
  readonly delivered: number | null;
};

const SIZE = { columns: 160, rows: 45 };
/** Most entries of the journal that are counted. */
const MAX_ENTRIES = 100_000;

/** Reads how all targets of the config stand. @throws {CommandFailure} when one takes events of this profile, and no service is set. */
export async function notifyStandings(features: Features, settings: Settings): Promise<readonly NotifyStanding[]> {
  const others = (target: NotifySetting): NotifyStanding => ({
    target,
    state: 'other',
    why: null,
    waiting: 0,
    delivered: null,
  });
  const targets = own(settings, notifyTargets);
  // Without a service there is no journal to look at, and none is needed for targets that take nothing of this profile.
  if (targets.every((target) => !takesProfile(target, settings.profile))) return targets.map(others);
  const connection = connectionFrom(settings);
  const connected = connectedTo(connection, settings);
  const { path, service } = storagePaths(settings, connection.baseUrl);
  const now = system().clock.now();
  const state = startState(features, connected, asciiGlyphs, SIZE, now);
  const scopes = [...projectsOf(connected), ''].map((project) => ({ service, project }));
  const journal = notifyJournal(openJournal(path, system().clock.now, serviceResources, await features.tables()));
  try {
    return targets.map((target) =>
      takesProfile(target, connected.profile) ? standing(journal, scopes, target, state) : others(target),
    );
  } finally {
    journal.close();
  }
}

function standing(
  journal: NotifyJournal,
  scopes: readonly Scope[],
  target: NotifySetting,
  state: ConsoleState,
): NotifyStanding {
  const found = scopes.flatMap((scope) => {
    const stored = journal.notifications(scope, target.name);
    if (stored === null) return [];
    const { events } = journal.eventsBetween(scope, stored.cursor, null, MAX_ENTRIES);
    const waiting = events.filter(
      (event) => isSent(event) && event.at >= state.now - OLDEST_MS && fitsFilter(state, event, target),
    );
    return [{ ...stored, waiting: waiting.length }];
  });
  const stopped = found.map((one) => one.stopped).find((why) => why !== null) ?? null;
  const failing = found.map((one) => one.failing).find((why) => why !== null) ?? null;
  const delivered = found.flatMap((one) => one.delivered ?? []);
  return {
    target,
    state: found.length === 0 ? 'new' : stopped !== null ? 'stopped' : failing !== null ? 'failing' : 'ok',
    why: stopped ?? failing,
    waiting: found.reduce((sum, { waiting }) => sum + waiting, 0),
    delivered: delivered.length === 0 ? null : Math.max(...delivered),
  };
}
