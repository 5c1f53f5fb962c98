import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type * as z from 'zod';
import type { ListedRow, WholeList } from '../../../src/api/result.ts';
import { readRow } from '../../../src/api/rows.ts';
import { bidRow } from '../../../src/contract/bid.ts';
import { instanceRow } from '../../../src/contract/instance.ts';
import { unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { themesFor } from '../../../src/screen/dialogs/theme.ts';
import { paneLines } from '../../../src/screen/ink/pane-lines.ts';
import { headerParts } from '../../../src/store/header-line.ts';
import { layoutOf, panesOn } from '../../../src/store/panes/layout.ts';
import { startState } from '../../../src/store/start-state.ts';
import { type ConsoleState, withView } from '../../../src/store/state.ts';
import { rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { connected } from '../../store/made.ts';
import { formatTable, median, round, writeResults } from '../results.ts';
import { type FleetSize, makeFleet, type Row } from '../service/fleet.ts';

/** By one poll, half in each list. */
const CHANGED = 20;
/** Measured, and before. */
const POLLS = 40;
const WARM = 20;
const POLL_MS = 2000;
const COLUMNS = 160;
/** The others show the cost of unchanged rows. */
const FLEETS = [
  { bids: 5000, instances: 10_000 },
  { bids: 2500, instances: 5000 },
  { bids: 10_000, instances: 20_000 },
  { bids: 50_000, instances: 100_000 },
] as const;
/** Most for a poll with changes above one without, and between fleets, in milliseconds. */
const MOST_MS = 4;
const MOST_RATIO = 1.5;

/** Processor time of a poll, in milliseconds. */
type Cost = { readonly same: number; readonly changed: number };

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** The cost of changed rows among unchanged ones, from the list to header and lines of both panes. */
export function runChanges(only: number | null): void {
  const fleets = only === null ? FLEETS : [{ bids: only, instances: 2 * only }];
  const costs = fleets.map((fleet) => ({ fleet, ...costIn(fleet) }));
  const more = costs.map(({ same, changed }) => changed - same);
  const [usual = Number.NaN, ...others] = more;
  const ratio = Math.max(...others) / Math.min(...others);
  process.stdout.write(
    formatTable([
      ['fleet', 'nothing changed', `${CHANGED} rows changed`, 'more'],
      ...costs.map(({ fleet: { bids, instances }, same, changed }) => [
        `${bids} bids, ${instances} instances`,
        ...[same, changed, changed - same].map((ms) => `${round(ms)} ms`),
      ]),
    ]),
  );
  if (only !== null) return;
  const lines = [
    { what: 'more with 5000 bids and 10000 instances, ms', value: round(usual), limit: MOST_MS },
    { what: 'largest fleet : smallest', value: round(ratio), limit: MOST_RATIO },
  ];
  for (const { what, value, limit } of lines)
    process.stdout.write(`${what}: ${value}, target ${limit}: ${value <= limit ? 'met' : 'missed'}\n`);
  writeResults('changes.json', { changed: CHANGED, costs, lines });
}

/** Medians of polls by turns in one process. */
function costIn(fleet: Pick<FleetSize, 'bids' | 'instances'>): Cost {
  const made = makeFleet({ ...fleet, liveBids: fleet.bids }, Date.UTC(2026, 10, 20));
  const lists = {
    bids: listOf(bidRow(), made.bids),
    instances: listOf(instanceRow(), made.instances),
  };
  const theme = themesFor('256').terminal;
  let now = Date.UTC(2026, 10, 20);
  let sequence = 0;
  let state = sortedByWhy(
    startState(
      loadedFeatures,
      { ...connected, project: 'proj_bench', readOnly: true },
      unicodeGlyphs,
      { columns: COLUMNS, rows: 45 },
      now,
    ),
  );
  const arrive = (
    bids: ReturnType<typeof lists.bids.read>,
    instances: ReturnType<typeof lists.instances.read>,
  ): void => {
    sequence += 1;
    state = rowsArrived(state, 'bids', bids, { at: now, sequence }, now);
    sequence += 1;
    state = rowsArrived(state, 'instances', instances, { at: now, sequence }, now);
    for (const pane of panesOn(layoutOf(state))) paneLines(state, pane, theme);
    headerParts(state, COLUMNS);
  };
  const poll = (changes: boolean): number => {
    now += POLL_MS;
    state = timePassed(state, now);
    if (changes) for (const list of Object.values(lists)) list.change(CHANGED / 2);
    const read = [lists.bids.read(), lists.instances.read()] as const;
    const before = process.cpuUsage();
    arrive(...read);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const times: { readonly same: number[]; readonly changed: number[] } = { same: [], changed: [] };
  for (let n = 0; n < WARM + POLLS; n++) {
    for (const changes of n % 2 === 0 ? [false, true] : [true, false]) {
      if (typeof collect === 'function') collect();
      const ms = poll(changes);
      if (n >= WARM) times[changes ? 'changed' : 'same'].push(ms);
    }
  }
  return { same: median(times.same), changed: median(times.changed) };
}

function sortedByWhy(state: ConsoleState): ConsoleState {
  const query = { sort: { column: 'why', descending: false }, filter: 'train', group: 'region' };
  const bids = withView(state, 'bids', { ...state.views.bids, ...query });
  return withView(bids, 'instances', { ...bids.views.instances, ...query });
}

/** Of running rows, and of others. */
const CHANGES: Readonly<Record<string, string>> = {
  Allocated: 'Preempting',
  Preempting: 'Open',
  Open: 'Allocated',
  STATUS_RUNNING: 'STATUS_PREEMPTING',
  STATUS_PREEMPTING: 'STATUS_RUNNING',
};

/** A list with some changes at a time. Each reading makes a new map, as the client does. */
function listOf<Of extends z.ZodType<{ readonly fid: string }>>(of: Of, made: readonly Row[]) {
  const rows = new Map<string, ListedRow<z.output<Of>>>();
  const texts = new Map(made.map((row) => [row.fid, row]));
  const put = (row: Row): void => {
    texts.set(row.fid, row);
    const read = readRow(of, row, () => undefined);
    if (read.kind === 'row') rows.set(row.fid, read.listed);
  };
  for (const row of made) put(row);
  const fids = [...rows.keys()];
  const first = new Map(made.map(({ fid, status }) => [fid, status]));
  /** Rows returning to their former status. */
  const moving: string[] = [];
  let next = 0;
  return {
    read: (): WholeList<z.output<Of>> => ({ rows: new Map(rows), unreadable: [], warnings: [], pages: 1 }),
    /** Most changing rows changed before: a bid is preempted, waits, and runs again. */
    change: (count: number): void => {
      const changing = moving.splice(0, count - Math.floor(count / 3));
      while (changing.length < count) {
        next = (next + 7919) % fids.length;
        changing.push(fids[next] ?? '');
      }
      for (const fid of changing) {
        const row = texts.get(fid);
        if (row === undefined) continue;
        put({ ...row, status: CHANGES[row.status] ?? row.status });
        if (texts.get(fid)?.status !== first.get(fid)) moving.push(fid);
      }
    },
  };
}
