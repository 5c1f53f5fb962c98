import { keepLast } from '../../../lib/memoize.ts';
import { missingOf } from '../../../resources/incomplete-lists.ts';
import { projectsOf } from '../../../store/projects.ts';
import { contextOf, liveContextOf } from '../../../store/row-context.ts';
import { drawnLists } from '../../../store/state.ts';
import { type FleetFile, projectOf } from '../file/fleet-file.ts';
import { ALL } from '../plan/change.ts';
import { differencesOf } from '../plan/plan.ts';
import { driftsOf } from './drift.ts';
import { type Compared, type Comparison, fileNameOf, type NotCompared, pausedByRulesOf } from './known-fleet.ts';

const lastOf = keepLast<Comparison>();
const lastCompared = keepLast<Comparison>();

/** Compares a file with rows that were read whole; each cell of a column asks for it. */
export const compareRows = (file: FleetFile, compared: Compared): Comparison =>
  lastOf([file, compared.state, compared.lists], () => comparisonOf(file, compared));

/** The same object until the file or a row has changed. */
function comparisonOf(file: FleetFile, compared: Compared): Comparison {
  const why = whyNot(file, compared);
  if (why !== null) return why;
  const { state, lists } = compared;
  const byRules = pausedByRulesOf(state);
  // Instances say only what stops: that is computed where it is shown.
  const inputs = [file, byRules, lists.bids.rows, lists.volumes.rows, lists.sshKeys.rows, state.connected.aliases];
  return lastCompared(inputs, () => {
    const context = lists === drawnLists(state) ? contextOf(state) : liveContextOf(state);
    const { changes, problems } = differencesOf(file, context, ALL, byRules);
    return { kind: 'compared', file, changes, problems, drifts: driftsOf(changes, context) };
  });
}

const waits = (line: string): NotCompared => ({ kind: 'not-compared', lines: [line], because: 'waits' });
const ofList = (...lines: readonly string[]): NotCompared => ({ kind: 'not-compared', lines, because: 'list' });

/** Why rows are not compared; null when they are. */
function whyNot(file: FleetFile, { state, lists }: Compared): NotCompared | null {
  const { connected } = state;
  const name = fileNameOf(file);
  if (projectsOf(connected).length !== 1)
    return waits(`Several projects are shown, and ${name} is for one of them. Show that one to compare it.`);
  const project = projectOf(file, connected.aliases);
  if (project !== null && project !== connected.project)
    return waits(`${name} is for the project ${project}, and ${connected.project} is shown.`);
  for (const list of ['bids', 'volumes', 'sshKeys'] as const) {
    const { fetchedAt, failure, warnings, unreadable, pages, rows } = lists[list];
    if (fetchedAt === null)
      return failure === null
        ? waits('The lists are not read yet.')
        : ofList(missingOf(list, { ok: false, error: failure.error })?.sentence ?? '');
    const missing = missingOf(list, { ok: true, value: { rows, warnings, unreadable, pages } });
    if (missing !== null) return ofList(`${name} is not compared.`, missing.sentence);
  }
  const { pausedByRules } = state;
  if (pausedByRules === undefined) return waits('The journal is not read yet: it has what rules have paused.');
  if (typeof pausedByRules === 'string')
    return ofList(`${name} is not compared, as it is not known what rules have paused.`, pausedByRules);
  return null;
}
