import type { RunningPart } from '../../command/feature.ts';
import { own } from '../../lib/typed-key.ts';
import { visibleRows } from '../../store/lists/visible-rows.ts';
import { rowsOnScreen } from '../../store/panes/on-screen.ts';
import type { ConsoleState } from '../../store/state.ts';
import { createSessions } from './open-sessions.ts';
import { createProbeScheduler, instanceProbed, type ProbeTarget, probe } from './probe.ts';
import { reach, sshWay } from './settings.ts';
import { isThroughOthers } from './ssh-login.ts';

/** Why the console asks before it ends; null without an open session. */
function openSessions({ lists }: ConsoleState): string | null {
  const open = [...lists.sessions.rows.values()].filter(({ row }) => row.endedAt === null).length;
  if (open === 0) return null;
  return open === 1 ? 'An SSH session is open.' : `${open} SSH sessions are open.`;
}

export const running: RunningPart = {
  state: { keptLists: ['sessions'], goesOn: openSessions },
  runtime: {
    reads: ({ program, store, change, clock, random, profile }) => {
      if (!program.screen || !own(profile(), reach) || isThroughOthers(sshWay(profile().own))) return {};
      const probes = createProbeScheduler({
        clock,
        random,
        probe,
        targets: () => watchedInstances(store.getState()),
        onResult: (fid, found) => change((state) => instanceProbed(state, fid, found)),
      });
      probes.start();
      return { stop: probes.stop };
    },
  },
  console: ({ runtime, ...parts }) => {
    const sessions = createSessions({ ...parts, way: () => sshWay(runtime().profile().own) });
    return { remote: { openSsh: sessions.open, endSession: sessions.end }, stop: sessions.stop };
  },
};

/** Instances to probe: those on screen and marked ones. */
function watchedInstances(state: ConsoleState): readonly ProbeTarget[] {
  if (!state.attended) return [];
  const { rows, indexOf } = visibleRows(state, 'instances');
  const marked = [...state.views.instances.marks].flatMap((fid) => rows[indexOf(fid)] ?? []);
  return [...rowsOnScreen(state, 'instances'), ...marked].flatMap(({ row }) =>
    row.ssh_destination === null ? [] : [{ fid: row.fid, destination: row.ssh_destination }],
  );
}
