import { keepLast } from '../../../lib/memoize.ts';
import type { ContextSource } from '../../../resources/context.ts';
import { missingOf } from '../../../resources/incomplete-lists.ts';
import { projectsOf } from '../../../store/projects.ts';
import { contextOf, liveContextOf } from '../../../store/row-context.ts';
import { type ConsoleState, drawnLists, type Lists } from '../../../store/state.ts';
import { type FleetFile, projectOf } from '../file/fleet-file.ts';
import { type Differences, differencesOf } from '../plan/plan.ts';
import { type Drifts, driftsOf } from './drift.ts';
import { fileNameOf, type KnownFleet, knownFleetOf, pausedByRulesOf } from './known-fleet.ts';

/** How the fleet file of a console compares with its rows. */
export type Comparison =
  | { readonly kind: 'no-file' }
  | NotCompared
  | {
      readonly kind: 'compared';
      readonly file: FleetFile;
      readonly differences: Differences;
      /** How rows differ from the file, by their identifiers. */
      readonly drifts: Drifts;
    };

/** Sentences that say why nothing is compared, and what it is for: it comes by itself, the file is wrong, or a list can't be read whole. */
export type NotCompared = {
  readonly kind: 'not-compared';
  readonly lines: readonly string[];
  readonly because: 'waits' | 'file' | 'list';
};

const NO_FILE: Comparison = { kind: 'no-file' };
const waits = (line: string): NotCompared => ({ kind: 'not-compared', lines: [line], because: 'waits' });
const ofList = (...lines: readonly string[]): NotCompared => ({ kind: 'not-compared', lines, because: 'list' });

/** All that differs, also what `apply` leaves unless it is asked for it. */
export const ALL = { prune: true, replace: true, rules: true } as const;

const lastCompared = keepLast<Comparison>();

/** The comparison with some lists; the same object until the file or a row has changed. */
export function comparisonIn({ state, lists }: Pick<ContextSource, 'state' | 'lists'>): Comparison {
  const known = knownFleetOf(state);
  if (known.kind === 'none') return NO_FILE;
  const why = whyNot(state, lists, known);
  if (why !== null || known.kind !== 'read') return why ?? NO_FILE;
  const { file } = known;
  const byRules = pausedByRulesOf(state);
  // Instances say only what stops: that is computed where it is shown.
  const inputs = [file, byRules, lists.bids.rows, lists.volumes.rows, lists.sshKeys.rows, state.connected.aliases];
  return lastCompared(inputs, () => {
    const context = lists === drawnLists(state) ? contextOf(state) : liveContextOf(state);
    const differences = differencesOf(file, context, ALL, byRules);
    return { kind: 'compared', file, differences, drifts: driftsOf(differences.changes, context) };
  });
}

/** The comparison with the drawn rows. */
export const drawnComparison = (state: ConsoleState): Comparison => comparisonIn({ state, lists: drawnLists(state) });

/** Why a file is not compared; null when it is. */
function whyNot(state: ConsoleState, lists: Lists, known: Exclude<KnownFleet, { kind: 'none' }>): NotCompared | null {
  if (known.kind === 'reading') return waits(`${fileNameOf(known)} is being read.`);
  if (known.kind === 'wrong') return { kind: 'not-compared', lines: known.lines, because: 'file' };
  const { connected } = state;
  if (projectsOf(connected).length !== 1)
    return waits(
      `Several projects are shown, and ${fileNameOf(known)} is for one of them. Show that one to compare it.`,
    );
  const project = projectOf(known.file, connected.aliases);
  if (project !== null && project !== connected.project)
    return waits(`${fileNameOf(known)} is for the project ${project}, and ${connected.project} is shown.`);
  for (const name of ['bids', 'volumes', 'sshKeys'] as const) {
    const { fetchedAt, failure, warnings, unreadable, pages, rows } = lists[name];
    if (fetchedAt === null)
      return failure === null
        ? waits('The lists are not read yet.')
        : ofList(missingOf(name, { ok: false, error: failure.error })?.sentence ?? '');
    const missing = missingOf(name, { ok: true, value: { rows, warnings, unreadable, pages } });
    if (missing !== null) return ofList(`${fileNameOf(known)} is not compared.`, missing.sentence);
  }
  return null;
}
