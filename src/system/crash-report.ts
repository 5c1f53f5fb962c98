import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../lib/folders.ts';
import { withoutSecretsInText } from '../lib/secrets.ts';
import { appLog, stateFolder } from './app-log.ts';
import { EXIT } from './exit.ts';
import { writeErrorLine } from './streams.ts';
import { system } from './system.ts';

const MAX_REPORTS = 20;

type HandleFault = (error: unknown) => void;

let handleFault: HandleFault = (error) => process.exit(reportCrash(error));

export function catchFaults(): void {
  process.on('uncaughtException', (error) => handleFault(error));
  process.on('unhandledRejection', (error) => handleFault(error));
}

/** For a program with a terminal to restore first. */
export function handleFaults(handle: HandleFault): void {
  handleFault = handle;
}

/** Saves a report and prints its path. Returns the exit code. */
export function reportCrash(error: unknown): number {
  const sentence = outOfFiles(error);
  if (sentence !== null) {
    writeErrorLine(sentence);
    return EXIT.refused;
  }
  const where = save(error);
  appLog('console')(`ended by a fault: ${where ?? 'no report could be saved'}`);
  writeErrorLine(`spotdeck crashed. ${where === null ? 'No report could be saved.' : `The report is in ${where}.`}`);
  return EXIT.refused;
}

/** The sentence for too many open files; null for other errors. */
export function outOfFiles(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE'))) return null;
  return 'spotdeck has ended: it can open no more files. Allow more with "ulimit -n 1024" and start it again.';
}

/** Without settings, token or text of the service. */
function save(error: unknown): string | null {
  try {
    const folder = stateFolder();
    makeFolder(folder);
    const where = join(folder, `crash-${new Date(system().clock.now()).toISOString().replace(/[:.]/g, '-')}.txt`);
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    writeFileSync(
      where,
      `spotdeck ${SPOTDECK_VERSION}, Node ${process.versions.node}, ${process.platform}\n\n${withoutSecretsInText(message)}\n`,
      { mode: 0o600, flag: 'wx' },
    );
    const reports = readdirSync(folder).filter((name) => /^crash-.*\.txt$/.test(name));
    for (const old of reports.toSorted().slice(0, -MAX_REPORTS)) rmSync(join(folder, old), { force: true });
    return where;
  } catch {
    return null;
  }
}
