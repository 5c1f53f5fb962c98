import type { Outcome } from '../../../api/result.ts';
import { keepLast } from '../../../lib/memoize.ts';
import { withRemote } from '../../../store/controller.ts';
import type { Effect, RequestOf } from '../../../store/question.ts';
import { typed } from '../../../store/questions/change-rows.ts';
import type { QuestionRecord } from '../../../store/questions/record.ts';
import { readOnlyReason } from '../../../store/read-only.ts';
import { liveContextOf } from '../../../store/row-context.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { busyFids, stillInProgress } from '../../../store/writes/pending-writes.ts';
import type { FleetFile } from '../file/fleet-file.ts';
import { ALL, type Change, fidOf, isAllowed, keyOfChange, nameOf, type Plan } from '../plan/change.ts';
import { planOf } from '../plan/plan.ts';
import { questionOf } from '../plan/question.ts';
import { changeLine, costLine, remarkText, whyStays } from '../plan/words.ts';
import { missingVolume, stepsOf } from '../plan/writes.ts';
import { runPlan } from './fleet-run.ts';
import { comparisonIn, fileNameOf, pausedByRulesOf } from './known-fleet.ts';

declare module '../../../store/question.ts' {
  interface Requests {
    /** Applying some changes of the fleet file, by their keys. */
    readonly fleet: { readonly keys: readonly string[] };
  }
}

type Chosen = {
  readonly plan: Plan;
  readonly changes: readonly Change[];
  readonly path: string;
  readonly allowed: typeof ALL & { readonly chosen: ReadonlySet<string> };
};

const refused = (error: string): Outcome<never, string> => ({ ok: false, error });

const lastPlan = keepLast<Plan>();

/** Cached, since an open question asks again and again. */
function planNow(state: ConsoleState, file: FleetFile, keys: readonly string[]): Plan {
  const { bids, volumes, sshKeys, instances } = state.lists;
  const { aliases, budget } = state.connected;
  const byRules = pausedByRulesOf(state);
  const rows = [bids, volumes, sshKeys, instances].map((list) => list.rows);
  return lastPlan([file, keys, ...rows, aliases, budget, byRules], () =>
    planOf(file, liveContextOf(state), { ...ALL, chosen: new Set(keys) }, byRules),
  );
}

/** The chosen changes as they are now, or a sentence why they can't be applied. */
function chosenNow(state: ConsoleState, { keys }: RequestOf<'fleet'>): Outcome<Chosen, string> {
  const readOnly = readOnlyReason(state.connected);
  if (readOnly !== null) return refused(readOnly);
  if (state.fleetRun?.isRunning === true) return refused('Changes are being applied. Wait until that is over.');
  const comparison = comparisonIn({ state, lists: state.lists });
  if (comparison.kind !== 'compared')
    return refused(comparison.kind === 'no-file' ? 'There is no fleet file.' : comparison.lines.join(' '));
  const { file } = comparison;
  const allowed = { ...ALL, chosen: new Set(keys) };
  const plan = planNow(state, file, keys);
  const [problem] = plan.problems;
  if (problem !== undefined) return refused(`${fileNameOf(file)} is wrong${remarkText(problem)}`);
  const changes = plan.changes.filter((change) => isAllowed(change, allowed));
  const stays = plan.changes.filter((change) => allowed.chosen.has(keyOfChange(change))).find(whyStays);
  if (stays !== undefined) return refused(`${nameOf(stays)}: ${whyStays(stays)}`);
  const why = changes.length === 0 ? 'This no longer differs from the file.' : whyNot(state, changes);
  return why === null ? { ok: true, value: { plan, changes, path: file.path, allowed } } : refused(why);
}

/** A sentence why the changes can't be sent now; null if they can. */
function whyNot(state: ConsoleState, changes: readonly Change[]): string | null {
  const busy = busyFids(state);
  /** Rows under creation are not listed yet. */
  const created = new Set(
    state.pending.flatMap(({ write }) => (write.fid === null ? `${write.list} ${write.name}` : [])),
  );
  for (const change of changes) {
    const name = nameOf(change);
    const fid = fidOf(change);
    if (fid !== null && busy.has(fid)) return stillInProgress(name);
    if (created.has(`${change.kind === 'create-volume' ? 'volumes' : 'bids'} ${name}`)) return stillInProgress(name);
    const missing = missingVolume(change, changes);
    if (missing !== null) return `${name} needs the volume ${missing}, which is not there. Mark that, too.`;
  }
  return null;
}

const MAX_NAMED = 12;

function effectOf(state: ConsoleState, { plan, changes, allowed }: Chosen): Effect {
  const context = liveContextOf(state);
  const { title, lines, typed: expected } = questionOf(changes, plan, state.connected.production, context);
  const cost = costLine(plan, context);
  return {
    sentence: title,
    title,
    lines: [
      ...changes.slice(0, MAX_NAMED).map((change) => ({ text: changeLine(change, allowed, context) })),
      ...(changes.length > MAX_NAMED ? [{ text: `And ${changes.length - MAX_NAMED} more.` }] : []),
      ...(cost === null ? [] : [{ text: cost }]),
      ...lines.map((text) => ({ text, tone: 'warn' as const })),
      ...plan.warnings.map((remark) => ({ text: `Careful${remarkText(remark)}`, tone: 'warn' as const })),
    ],
    review: [],
    rows: changes.flatMap((change) => fidOf(change) ?? []),
    // Writes that need a volume not created yet are not known here.
    writes: changes.flatMap((change) =>
      stepsOf(change, context, new Map()).flatMap((step) => (step.kind === 'write' ? step.write : [])),
    ),
    answer: expected === null ? { by: 'key' } : typed(expected),
    leftOut: null,
    reads: ['bids', 'volumes', 'sshKeys', 'instances'],
  };
}

const lastEffect = keepLast<Effect>();

export const applyChanges: QuestionRecord<'fleet'> = {
  now: (state, request) => {
    const chosen = chosenNow(state, request);
    if (!chosen.ok) return chosen;
    const { plan } = chosen.value;
    return { ok: true, value: lastEffect([plan, state.connected.production], () => effectOf(state, chosen.value)) };
  },
  carryOut: (controller, request) => {
    const chosen = chosenNow(controller.store.getState(), request);
    if (!chosen.ok) return;
    const { path, plan, allowed } = chosen.value;
    withRemote(controller, (remote) => runPlan(controller, remote, path, plan, allowed));
  },
};
