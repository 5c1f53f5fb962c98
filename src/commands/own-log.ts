import { join } from 'node:path';
import envPaths from 'env-paths';
import type { StoreApi } from 'zustand/vanilla';
import type { ServiceError } from '../api/outcome.ts';
import { shortDuration } from '../lib/duration.ts';
import { printableBlock } from '../lib/printable.ts';
import { serviceLists } from '../resources/resources.ts';
import type { ConsoleState } from '../state/console.ts';
import { type Bounds, type LogDisk, openLog } from './log-file.ts';

/** Three files of a megabyte. */
const BOUNDS: Bounds = { mostBytes: 1024 * 1024, kept: 2 };

/** Where the program tells of itself: its logs and the reports of its faults. */
export function stateFolder(): string {
  return envPaths('spotdeck', { suffix: '' }).log;
}

/** Tells of one thing that the program did or met with. */
export type Tell = (what: string) => void;

/**
 * The log of the console or of the embedded market, which all processes of this user share. It is there for whoever
 * looks for a fault: that it can't be written is nobody's trouble, and `spotdeck doctor` says so.
 */
export function ownLog(name: 'console' | 'market', disk?: LogDisk): Tell {
  const path = join(stateFolder(), `${name}.log`);
  const { write } = openLog({ path, ...BOUNDS, told: () => undefined, ...(disk === undefined ? {} : { disk }) });
  return (what) => {
    const text = printableBlock(what).trimEnd().replaceAll('\n', '\n  ');
    write(`${new Date().toISOString()} ${process.pid} ${text}`);
  };
}

/** Tells when a list can't be read, and when it can again. Nothing of what the service says is told. Answers with what ends it. */
export function tellFaults(store: StoreApi<ConsoleState>, tell: Tell): () => void {
  return store.subscribe((state, before) => {
    for (const name of serviceLists) {
      const [is, was] = [state.lists[name].fault, before.lists[name].fault];
      if (is === null && was !== null) tell(`${name}: read again after ${shortDuration(state.now - was.since)}`);
      if (is !== null && inShort(is.error) !== (was === null ? '' : inShort(was.error)))
        tell(`${name}: ${inShort(is.error)}`);
    }
  });
}

/** An error in a few words of the program's own. */
function inShort(error: ServiceError): string {
  if (error.kind === 'unreachable' || error.kind === 'unreadable-answer') return `${error.kind}: ${error.why}`;
  return 'status' in error ? `${error.kind}: ${error.status}` : error.kind;
}
