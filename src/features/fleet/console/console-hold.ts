import type { Outcome } from '../../../api/result.ts';
import type { AsyncJournal } from '../../../journal/async-journal.ts';
import type { Scope } from '../../../journal/scope.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Context } from '../../../resources/context.ts';
import { type Hold, holdProject } from '../kept/hold.ts';
import { settleEarlier } from '../kept/settle.ts';

/** The right to apply, and what finds out what became of the writes of an earlier run. That returns whether there were any. */
export type ConsoleHold = Hold & { readonly settle: (read: () => Promise<Context>) => Promise<boolean> };

/** Takes the right to apply a fleet file to the shown project; an error is a sentence with who has it. */
export type HoldFleet = (program: string, say: (line: string) => void) => Promise<Outcome<ConsoleHold, string>>;

declare module '../../../store/controller.ts' {
  interface JournalPort {
    readonly holdFleet?: HoldFleet;
  }
}

/** What keys have of the journal to apply a fleet file. */
export const holdFleetIn =
  (journal: AsyncJournal, { scope, clock }: { readonly scope: () => Scope; readonly clock: Clock }): HoldFleet =>
  async (program, say) => {
    const held = await holdProject({ journal, scope: scope(), clock, program, say });
    if (!held.ok) return held;
    const hold = held.value;
    return { ok: true, value: { ...hold, settle: (read) => settleEarlier({ hold, clock, read, say }) } };
  };
