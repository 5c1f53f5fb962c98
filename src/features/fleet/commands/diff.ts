import { type Printing, printRows } from '../../../command/format.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Context } from '../../../resources/context.ts';
import type { Features } from '../../../store/state.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { writeErrorLine } from '../../../system/streams.ts';
import { pausedByRules } from '../../rules/paused-by-rules.ts';
import type { FleetFile } from '../file/fleet-file.ts';
import { readFleetFile, told } from '../file/read-file.ts';
import { isInNoFile, type Plan } from '../plan/change.ts';
import { planOf } from '../plan/plan.ts';
import { foreignLines, printedPlan, remarkLine } from '../plan/words.ts';
import { namesAmong, readFleet, settingsFor } from './read.ts';

export type DiffOptions = Printing & {
  readonly all: boolean;
};

/** The file's wishes for the rows it names. */
const AS_WRITTEN = { prune: false, replace: true, rules: false };

/** `spotdeck diff FILE [NAME…]`: 0 for no difference, 1 for one, more for a failure. @throws {CommandFailure} */
export async function diff(
  features: Features,
  settings: Settings,
  path: string,
  given: readonly string[],
  { all, ...printing }: DiffOptions,
): Promise<ExitCode> {
  const { file, notes } = await readFleetFile(path, settings.token);
  for (const note of notes) writeErrorLine(note);
  const own = settingsFor(file, { ...settings, readOnly: true });
  const { context, connection } = await notRefused(() => readFleet(features, own));
  const byRules = await pausedByRules(features, own, connection);
  const allowed = { ...AS_WRITTEN, ...namesAmong(given, file, context) };
  const plan = planOf(file, context, allowed, byRules, connection.token);
  const isForPeople = printing.output === 'table';
  // In JSON the problems are a member.
  if (printing.output !== 'json') requirePossible(file, plan);
  if (isForPeople) warnOf(file, plan, context);
  printRows(printing, printedPlan(file, plan, allowed, context, { all }));
  if (plan.problems.length > 0) return EXIT.usage;
  // Rows that no file can have are no difference.
  return plan.changes.every(isInNoFile) ? EXIT.done : EXIT.refused;
}

export function requirePossible(file: FleetFile, { problems }: Plan): void {
  if (problems.length > 0)
    throw new CommandFailure(EXIT.usage, told(problems.map((remark) => remarkLine(file, remark))), 'Nothing was sent.');
}

/** Warns on stderr of likely slips and of listed rows of other projects. */
export function warnOf(file: FleetFile, { warnings }: Plan, context: Context): void {
  for (const line of told(warnings.map((remark) => remarkLine(file, remark)))) writeErrorLine(line);
  for (const line of foreignLines(context)) writeErrorLine(line);
}

/** A refusal gets another exit code, since 1 means "there are differences". */
async function notRefused<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommandFailure && error.code === EXIT.refused)
      throw new CommandFailure(EXIT.unreachable, error.lines);
    throw error;
  }
}
