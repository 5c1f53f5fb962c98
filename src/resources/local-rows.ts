import type { Idleness } from '../changes/change-event.ts';
import type { EventKind } from '../changes/event-groups.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Reading } from '../machines/reading.ts';
import type { Gpu } from '../machines/sample.ts';

/** A terminal session that this console opened to an instance. Times in milliseconds since 1970. */
export type Session = {
  readonly fid: string;
  /** The fid of its instance, and the instance's name when the session was opened. */
  readonly about: string;
  readonly instance: string;
  readonly destination: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly ended: string | null;
};

/** A GPU of a machine, or a machine without a GPU that can be read. `about` is the fid of its instance. */
export type MachineRow = {
  readonly fid: string;
  readonly about: string;
  readonly reading: Reading;
  readonly gpu: Gpu | null;
};

/** Returns the rows of a machine: one for each GPU, or one that shows why there is none. */
export function machineRows(reading: Reading): readonly MachineRow[] {
  const { fid: about, sample } = reading;
  const gpus = sample?.gpus.kind === 'read' ? sample.gpus.gpus : [];
  if (gpus.length === 0) return [{ fid: about, about, reading, gpu: null }];
  return gpus.map((gpu) => ({ fid: `${about}/${gpu.index}`, about, reading, gpu }));
}

/**
 * A row of the activity list: a change at the service, or an action of the operator and its outcome; or a group of such events,
 * with the time of the last one.
 */
export type ActivityRow = {
  readonly fid: string;
  readonly at: number;
  /** Time of the poll before, which did not show the change; null when the change is known to be of `at`, or on the first poll. */
  readonly since: number | null;
  /** `here`: made by this console, which keeps it in the journal. `journal`: read from there. */
  readonly from: 'here' | 'journal';
  readonly who: 'operator' | 'service';
  readonly outcome: 'sent' | 'done' | 'refused' | 'unknown' | 'seen' | 'lost';
  readonly what: string;
  readonly about: {
    readonly pane: ServiceList;
    readonly fid: string;
  } | null;
  /** The name of the row that it is about. */
  readonly name: string;
  /** Its kind, by which it joins others in a group; null for an event that stays alone. */
  readonly kind: EventKind | null;
  /** The events of a group; none for a single event. */
  readonly events: readonly ActivityRow[];
  /** Whether earlier events of the group are no longer in memory. */
  readonly isCut: boolean;
  /** Of a machine that begins or ends to count as idle: since when, and what it may cost; else null. */
  readonly idle: Pick<Idleness, 'since' | 'costPerHour' | 'simulated'> | null;
};

/** The members of a single event that never joins a group. */
export const SINGLE_EVENT = { name: '', kind: null, events: [], isCut: false, idle: null } as const;
