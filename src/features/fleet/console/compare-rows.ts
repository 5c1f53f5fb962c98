import { isDeepStrictEqual } from 'node:util';
import { keepLast } from '../../../lib/memoize.ts';
import type { Context } from '../../../resources/context.ts';
import { missingOf } from '../../../resources/incomplete-lists.ts';
import { contextOf, liveContextOf } from '../../../store/row-context.ts';
import { drawnLists, projectsOf } from '../../../store/state.ts';
import { type FleetFile, projectOf } from '../file/fleet-file.ts';
import { ALL, type Change, fidOf, isByRule } from '../plan/change.ts';
import { differencesOf } from '../plan/plan.ts';
import { fieldWords, lineOf } from '../plan/words.ts';
import {
  type Compared,
  type Comparison,
  type Drift,
  type Drifts,
  fileNameOf,
  type NotCompared,
  pausedByRulesOf,
} from './known-fleet.ts';

const lastOf = keepLast<Comparison>();
const lastCompared = keepLast<Comparison>();

/** Cached, since each cell of the column asks. */
export const compareRows = (file: FleetFile, compared: Compared): Comparison =>
  lastOf([file, compared.state, compared.lists], () => comparisonOf(file, compared));

function comparisonOf(file: FleetFile, compared: Compared): Comparison {
  const why = whyNot(file, compared);
  if (why !== null) return why;
  const { state, lists } = compared;
  const byRules = pausedByRulesOf(state);
  // Instances only tell what stops, computed where it is shown.
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

let known: Drifts = new Map();

/** Unchanged drifts, and an unchanged map, stay the same object, so that nothing is redrawn or sorted again. */
function driftsOf(changes: readonly Change[], context: Context): Drifts {
  const next = new Map(
    [...Map.groupBy(changes, fidOf)].flatMap(([fid, own]): readonly (readonly [string, Drift])[] => {
      if (fid === null) return [];
      const drift = driftIn(own, context);
      const before = known.get(fid);
      return [[fid, before !== undefined && isDeepStrictEqual(before, drift) ? before : drift]];
    }),
  );
  const isAsBefore = next.size === known.size && [...next].every(([fid, drift]) => known.get(fid) === drift);
  if (!isAsBefore) known = next;
  return known;
}

function driftIn(changes: readonly Change[], context: Context): Drift {
  return {
    short: changes.flatMap((change) => shortWords(change, context)).join(', '),
    whole: changes.map((change) => wholeWords(change, context)).join('; '),
    line: changes.map(lineOf).find((line) => line !== null) ?? null,
    isByRule: changes.every(isByRule),
  };
}

const SHORT_NAMES: Readonly<Record<string, string>> = {
  limit_price: '',
  instance_type: '',
  region: '',
  instance_quantity: 'quantity',
  ssh_keys: 'keys',
  kubernetes_cluster: 'cluster',
  startup_script: 'script',
};

function shortWords(change: Change, { glyphs }: Context): readonly string[] {
  switch (change.kind) {
    case 'change':
    case 'replace':
      return change.fields.map(({ field, now }) => [SHORT_NAMES[field] ?? field, glyphs.arrow, now].join(' ').trim());
    case 'pause':
      return [`${glyphs.arrow} paused`];
    case 'resume':
      return [change.rule === null ? `${glyphs.arrow} not paused` : `by rule ${change.rule}`];
    default:
      return ['not in file'];
  }
}

function wholeWords(change: Change, context: Context): string {
  switch (change.kind) {
    case 'change':
    case 'replace':
      return fieldWords(change.fields, context);
    case 'pause':
      return 'paused in the file';
    case 'resume':
      return `not paused in the file${change.rule === null ? '' : `, paused by the rule ${change.rule}`}`;
    default:
      return 'not in the file';
  }
}
