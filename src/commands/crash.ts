import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownLog, stateFolder } from './own-log.ts';
import { writeErrorLine } from './streams.ts';

/** As many reports are kept, the latest. */
const MOST_REPORTS = 20;

/** Says in one line that the program has ended by a fault, and where its report lies. Answers with the exit code. */
export function reportCrash(error: unknown): number {
  const where = save(error);
  ownLog('console')(`ended by a fault: ${where ?? 'no report could be saved'}`);
  writeErrorLine(
    `spotdeck has ended by a fault of its own. ${where === null ? 'No report could be saved.' : `The report is in ${where}.`}`,
  );
  return 1;
}

/** The report tells what happened and where in the program; it holds no settings, no token and nothing of the service. */
function save(error: unknown): string | null {
  try {
    const folder = stateFolder();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const where = join(folder, `crash-${new Date().toISOString().replace(/[:.]/g, '-')}.txt`);
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    writeFileSync(
      where,
      `spotdeck ${SPOTDECK_VERSION}, Node ${process.versions.node}, ${process.platform}\n\n${told}\n`,
      { mode: 0o600, flag: 'wx' },
    );
    const reports = readdirSync(folder).filter((name) => /^crash-.*\.txt$/.test(name));
    for (const old of reports.toSorted().slice(0, -MOST_REPORTS)) rmSync(join(folder, old), { force: true });
    return where;
  } catch {
    return null;
  }
}
