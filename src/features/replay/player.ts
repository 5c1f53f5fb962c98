import type { RunningConsole } from '../../app/runtime-part.ts';
import { isLost, type JournalEvent, lostMessage } from '../../changes/change-event.ts';
import type { Cancel, Clock } from '../../lib/clock.ts';
import { clockTime } from '../../lib/duration.ts';
import { showAlert, showNotice } from '../../store/activity.ts';
import type { RowEvents } from '../../store/dialog-state.ts';
import { visibleRows } from '../../store/lists/visible-rows.ts';
import { jumped } from '../../store/panes/cursor.ts';
import type { ShownInstead } from '../../store/read-only.ts';
import { type ConsoleState, keyNamed, marksKept, type Notice } from '../../store/state.ts';
import { withKeptLists } from '../../store/state-part.ts';
import { timePassed } from '../../store/transitions.ts';
import { storyEventsAdded } from '../why/story-tab.ts';
import { type Replay, type ReplayControls, replayOf, replayShown, speedBeside } from './clock.ts';
import type { Recording } from './recording/read.ts';
import { createTimeline, firstTime, type Position, type Timeline } from './recording/timeline.ts';

/** Interval of playback, in milliseconds. */
const TICK_MS = 200;
/** Longest step, in milliseconds: sleep of the machine is skipped. */
const MAX_TICK_MS = 1000;

/** How a part of the past is shown. */
export type PlayedPart = {
  readonly start: ConsoleState;
  /** Nothing else happened before, in milliseconds since 1970; null for its last entry. */
  readonly until: number | null;
  readonly instead: ShownInstead;
  readonly shown: (state: ConsoleState) => ConsoleState;
  readonly ended: () => void;
};

type Playing = Pick<RunningConsole, 'store' | 'clock'> & { readonly recording: Recording; readonly part?: PlayedPart };

const payloadOf = ({ payload: events }: JournalEvent): JournalEvent['payload'] => events;

/** Plays a recording: it replaces the poller and the clock. */
export function createPlayer({ store, clock, recording, part }: Playing) {
  const { entries, flaw } = recording;
  const { times } = entries;
  const from = firstTime(entries);
  const to = Math.max(times.at(-1) ?? from, part?.until ?? from);
  const timeline = createTimeline(recording, part?.start ?? store.getState(), part !== undefined);
  let position = timeline.beginning;
  let ticking: Cancel | null = null;
  let before = clock.steady();
  let aged: { readonly notice: Notice; readonly since: number } | null = null;

  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const replayed = (more: Partial<Replay>): void =>
    change((state) => {
      const replay = replayOf(state);
      return replay === null ? state : replayShown(state, { ...replay, ...more }, part?.instead);
    });
  const say = (text: string, tone: Notice['tone'] = 'plain'): void => change((state) => showNotice(state, text, tone));

  const seeker = createSeeker({
    clock,
    timeline,
    onPosition: (passed) => {
      before = clock.steady();
      if (passed === null) change((state) => ({ ...state, notice: null }));
      else say(`Going through the recording: ${Math.floor((100 * passed) / times.length)}%.`);
    },
  });

  /** Notices age in real time at any speed. */
  const agedNotice = (notice: Notice | null, now: number): Notice | null => {
    if (notice === null) return null;
    const since = aged?.notice === notice ? aged.since : clock.steady();
    const kept = { ...notice, at: now - (clock.steady() - since) };
    aged = { notice: kept, since };
    return kept;
  };

  /** The operator's views stay. */
  const show = (there: Position, now: number): void => {
    change((state) => {
      const { connected, preemptionMs, lists, samples, runHistory, preempting } = there.state;
      const taken = {
        ...state,
        connected,
        preemptionMs,
        samples,
        runHistory,
        preempting,
        lists: withKeptLists(lists, state),
      };
      const passed = timePassed({ ...taken, notice: agedNotice(state.notice, now) }, now);
      const timed = part === undefined ? passed : part.shown(passed);
      return state.features.paneNames.reduce(marksKept, timed);
    });
    position = { ...there, state: store.getState() };
  };

  const isDue = ({ passed }: Position, now: number): boolean => (times[passed] ?? Number.POSITIVE_INFINITY) <= now;

  const toTime = (time: number, arrived = (): void => undefined): void => {
    const now = Math.max(from, Math.min(time, to));
    const back = now < store.getState().now;
    const passed = times.findIndex((at) => at > now);
    const start = back ? timeline.remembered(passed < 0 ? times.length : passed) : position;
    seeker.seek(
      start,
      (there) => !isDue(there, now),
      (there) => {
        show(there, now);
        arrived();
      },
    );
  };

  const atLoss = (there: Position): void => {
    const events = timeline.eventsAt(there.passed - 1);
    const [lost] = events.map(payloadOf).filter(isLost);
    show(there, times[there.passed - 1] ?? from);
    replayed({ playing: false });
    change((state) => {
      const isShown = lost !== undefined && visibleRows(state, 'instances').indexOf(lost.fid) >= 0;
      const at = isShown ? jumped(state, 'instances', lost.fid, null) : state;
      const key = keyNamed(state, 'replay-pause', '.');
      return showNotice(
        at,
        `${clockTime(state.now)}: ${lostMessage(events.map(payloadOf)) ?? ''} Press ${key} to go on.`,
        'bad',
      );
    });
  };

  const hasLoss = (passed: number): boolean =>
    timeline
      .eventsAt(passed - 1)
      .map(payloadOf)
      .some(isLost);

  const toNextLoss = (start: Position, none: () => void, arrived = (): void => undefined): void =>
    seeker.seek(
      start,
      ({ passed }) => passed > start.passed && hasLoss(passed),
      (there) => {
        if (there.passed > start.passed && hasLoss(there.passed)) atLoss(there);
        else none();
        arrived();
      },
    );

  const toLoss = (direction: 1 | -1): void => {
    if (direction < 0) {
      const { now } = store.getState();
      const index = times.findLastIndex((at, n) => at < now && hasLoss(n + 1));
      if (index < 0) say('No instance was lost before this moment.');
      else seeker.seek(timeline.remembered(index), ({ passed }) => passed === index + 1, atLoss);
      return;
    }
    toNextLoss(position, () => say('No instance is lost from here to the end.'));
  };

  const tick = (): void => {
    ticking = clock.after(TICK_MS, tick);
    const elapsed = Math.min(clock.steady() - before, MAX_TICK_MS);
    before = clock.steady();
    if (seeker.underWay()) return;
    const state = store.getState();
    const { now } = state;
    const replay = replayOf(state);
    const playing = replay?.playing === true;
    let time = playing ? Math.min(to, now + elapsed * replay.speed) : now;
    let there: Position = { ...position, state: store.getState() };
    const events: JournalEvent[] = [];
    while (playing && isDue(there, time)) {
      const next = timeline.step(there);
      if (next === null) break;
      events.push(...timeline.eventsAt(there.passed));
      there = next;
      // Long lists slow the playback down.
      if (clock.steady() - before > SLICE_MS * 2) time = Math.min(time, times[there.passed - 1] ?? to);
    }
    show(there, time);
    if (events.length > 0) change((state) => storyEventsAdded(state, events));
    const alert = lostMessage(events.map(payloadOf));
    if (alert !== null) change((state) => showAlert(state, alert));
    if (playing && time >= to) {
      replayed({ playing: false });
      if (part === undefined) say(flaw ?? 'This is the end of the recording.', flaw === null ? 'plain' : 'warn');
      else part.ended();
    }
  };

  const moving: ReplayControls = {
    toggle: () => {
      const state = store.getState();
      const replay = replayOf(state);
      if (replay === null) return;
      const key = keyNamed(state, 'replay-start', `${keyNamed(state, 'palette', ':')} start`);
      if (!replay.playing && state.now >= to) say(`This is the end of the recording. Press ${key} to go to its start.`);
      else replayed({ playing: !replay.playing });
    },
    by: (ms) => toTime(store.getState().now + ms),
    toStart: () => toTime(from),
    toEnd: () => toTime(to),
    toLoss,
    speedUp: (direction) => {
      const replay = replayOf(store.getState());
      if (replay !== null) replayed({ speed: speedBeside(replay.speed, direction) });
    },
  };

  const begin = (at: number, how: Pick<Replay, 'playing' | 'speed'>, arrived?: () => void): void => {
    change((state) => replayShown(state, { from, to, ...how }, part?.instead));
    toTime(at, arrived);
    if (flaw !== null && part === undefined) say(flaw, 'warn');
    tick();
  };

  return {
    moving,
    to,
    toTime,
    begin,
    rowEvents: (fid: string): RowEvents => timeline.rowEvents(fid, position.passed),
    start: (speed: number): void => begin(from, { playing: true, speed }),
    /** Goes to the first loss from a time on and pauses; without one to the time. */
    toLossFrom: (time: number, arrived: () => void): void => {
      const passed = times.findIndex((at) => at >= time);
      const last = passed < 0 ? times.length : passed;
      seeker.seek(
        timeline.remembered(last),
        (there) => there.passed >= last,
        (there) => toNextLoss(there, () => toTime(time), arrived),
      );
    },
    stop: (): void => {
      seeker.stop();
      ticking?.();
      recording.close();
    },
  };
}

/** Seeking may block the screen this long, in milliseconds. */
const SLICE_MS = 50;
/** A seek reports this seldom, in milliseconds, since drawing takes longer than a slice. */
const REPORT_MS = 500;

type Seeking = {
  readonly clock: Clock;
  readonly timeline: Timeline;
  /** Called during a long seek, and with null at its end. */
  readonly onPosition: (passed: number | null) => void;
};

/** Seeks in slices, so that keys still work. */
function createSeeker({ clock, timeline, onPosition }: Seeking) {
  /** A new seek ends the current one. */
  let count = 0;
  let underWay = false;

  const seek = async (
    start: Position,
    arrived: (position: Position) => boolean,
    onEnd: (position: Position) => void,
  ) => {
    count += 1;
    const thisSeek = count;
    underWay = true;
    let position = start;
    let since = clock.steady();
    let reportedAt = since;
    let hasReported = false;
    while (!arrived(position)) {
      const next = timeline.step(position);
      if (next === null) break;
      position = next;
      if (clock.steady() - since < SLICE_MS) continue;
      if (clock.steady() - reportedAt >= REPORT_MS) {
        onPosition(position.passed);
        reportedAt = clock.steady();
        hasReported = true;
      }
      await new Promise<void>((done) => clock.after(0, done));
      if (thisSeek !== count) return;
      since = clock.steady();
    }
    underWay = false;
    if (hasReported) onPosition(null);
    onEnd(position);
  };

  return {
    seek: (start: Position, arrived: (position: Position) => boolean, onEnd: (position: Position) => void): void =>
      void seek(start, arrived, onEnd),
    underWay: (): boolean => underWay,
    stop: (): void => {
      count += 1;
    },
  };
}
