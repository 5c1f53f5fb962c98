import type { StoreApi } from 'zustand/vanilla';
import type { RunningConsole } from '../../../app/runtime-part.ts';
import { clockTime } from '../../../lib/duration.ts';
import { describeError } from '../../../lib/os-error.ts';
import { showNotice } from '../../../store/activity.ts';
import type { ConsoleState, Notice } from '../../../store/state.ts';
import { createPastsUntil } from '../../why/state.ts';
import { pastInstead, type ReplayControls, replayOf } from '../clock.ts';
import { createPlayer } from '../player.ts';
import { type Recording, recordingIn } from '../recording/read.ts';
import type { Keeper, PastPart } from './keeper.ts';
import { activityUntil, type PastScreen, partStart, pastScreen } from './screen.ts';

type Live = Pick<RunningConsole, 'store' | 'clock' | 'controller' | 'show'> & { readonly keeper: Keeper };

/** A part and its reading time. */
type Shown = { readonly part: PastPart; readonly readAt: number; readonly player: ReturnType<typeof createPlayer> };

/** The moment to show, or the first loss after it. In milliseconds since 1970. */
type Goal = {
  readonly at: number;
  readonly playing?: boolean;
  readonly loss?: boolean;
  /** Called once it is shown. */
  readonly then?: () => void;
};

/** A growing part is read again after this time, in milliseconds. */
const READ_AGAIN_MS = 1000;

export type Past = {
  /** Goes back by milliseconds. */
  readonly open: (ago: number) => void;
  readonly close: () => void;
};

/** Shows moments of the past, reading each part when needed. */
export function createPast({ store: live, clock, controller, show, keeper }: Live): Past {
  let screen: PastScreen | null = null;
  let shown: Shown | null = null;
  let wanted: Goal | null = null;
  /** The moment under way. */
  let aim: number | null = null;
  let isGoing = false;
  /** The last loss shown, with the moment it was shown at. */
  let lastLoss: { readonly at: number; readonly now: number } | null = null;
  const unreadable = new Set<string>();
  /** The sentence on the last of them, until it is said. */
  let leftOut: string | null = null;
  const activity = activityUntil();
  const pastsThen = createPastsUntil();

  const tell = (text: string, tone: Notice['tone'] = 'plain'): void => {
    const store: StoreApi<ConsoleState> = screen?.store ?? live;
    store.setState(showNotice(store.getState(), text, tone), true);
  };
  const close = (): void => {
    wanted = null;
    aim = null;
    shown?.player.stop();
    shown = null;
    const open = screen;
    screen = null;
    open?.close();
  };
  const here = (): number => wanted?.at ?? aim ?? screen?.store.getState().now ?? clock.now();

  const readable = (part: PastPart): Recording | null => {
    try {
      return recordingIn(part.path);
    } catch (error) {
      unreadable.add(part.path);
      leftOut = `A part of the past is left out: ${describeError(error)}`;
      return null;
    }
  };

  const toLossHere = ({ player }: Shown, at: number): void =>
    player.toLossFrom(at, () => {
      lastLoss = { at, now: here() };
    });

  const showPart = (part: PastPart, recording: Recording, { at, playing = false, loss = false, then }: Goal): void => {
    const isFirst = screen === null;
    const open = screen ?? pastScreen({ live, controller, show, moving, close });
    screen = open;
    const { store } = open;
    const { connected } = store.getState();
    const speed = replayOf(store.getState())?.speed ?? 1;
    shown?.player.stop();
    const player = createPlayer({
      store,
      clock,
      recording,
      part: {
        start: partStart(store.getState(), part.known),
        until: part.until,
        instead: pastInstead,
        shown: (state) => {
          const lists = { ...state.lists, activity: activity(live.getState(), state.now) };
          return { ...state, connected, lists, knownPasts: pastsThen(live.getState(), state.now) };
        },
        ended: () => goTo({ at: player.to + 1, playing: true }),
      },
    });
    const next: Shown = { part, readAt: clock.now(), player };
    shown = next;
    aim = at;
    player.begin(at, { playing, speed }, () => {
      aim = null;
      if (isFirst && screen === open) open.show();
      if (loss) toLossHere(next, at);
      then?.();
    });
  };

  /** Whether a part has nothing later, though the operator goes on. */
  const isOver = (last: number, at: number): boolean => at > last && here() >= last;

  const showGoal = (parts: readonly PastPart[], goal: Goal): void => {
    const part = partOf(parts, goal.at);
    if (part === null) {
      tell(leftOut ?? keeper.problem() ?? 'Nothing of the past is kept yet.', 'warn');
      return;
    }
    const at = Math.max(goal.at, part.from);
    const isBefore = goal.at < part.from;
    const then = (): void => {
      aim = null;
      if (leftOut !== null) tell(leftOut, 'warn');
      else if (isBefore) tell(`Nothing before ${clockTime(part.from)} is kept.`);
      leftOut = null;
    };
    if (shown !== null && shown.part.path === part.path) {
      const { player, readAt } = shown;
      if (at <= player.to && goal.loss === true) toLossHere(shown, at);
      else if (at <= player.to && goal.playing !== true) {
        aim = at;
        player.toTime(at, then);
      } else if (clock.now() - readAt >= READ_AGAIN_MS) readTo(parts, part, { ...goal, then }, at);
      else past(parts, player.to, goal);
    } else readTo(parts, part, { ...goal, then }, at);
  };

  const readTo = (parts: readonly PastPart[], part: PastPart, goal: Goal, at: number): void => {
    const recording = readable(part);
    if (recording === null) {
      wanted ??= goal;
      return;
    }
    const last = Math.max(recording.entries.times.at(-1) ?? at, part.until ?? 0);
    if (shown?.part.path === part.path && isOver(last, at)) {
      recording.close();
      past(parts, last, goal);
    } else showPart(part, recording, { ...goal, at });
  };

  /** Goes on to the next part, or to the present. */
  const past = (parts: readonly PastPart[], last: number, goal: Goal): void => {
    const next = parts.find(({ from }) => from > last);
    if (here() < last) shown?.player.toTime(last);
    else if (next === undefined) close();
    else wanted ??= { ...goal, at: next.from };
  };

  const go = async (): Promise<void> => {
    const parts = (await keeper.parts()).filter(({ path }) => !unreadable.has(path));
    const goal = wanted;
    wanted = null;
    if (goal !== null) showGoal(parts, goal);
    if (wanted !== null) await go();
  };

  const goTo = (goal: Goal): void => {
    if (screen !== null && goal.at >= clock.now()) {
      close();
      return;
    }
    wanted = goal;
    if (isGoing) return;
    isGoing = true;
    go()
      .catch((error: unknown) => tell(`The past can't be shown: ${describeError(error)}.`, 'warn'))
      .finally(() => {
        isGoing = false;
      });
  };

  const toLoss = (direction: 1 | -1): void => {
    const now = here();
    const at = nextLossTime(live.getState(), lastLoss?.now === now ? lastLoss.at : now, direction);
    if (at !== null) goTo({ at, loss: true });
    else tell(`No instance was lost ${direction < 0 ? 'before' : 'after'} ${clockTime(now)}, as far as is known.`);
  };

  const moving: ReplayControls = {
    toggle: () => {
      const isPaused = screen !== null && replayOf(screen.store.getState())?.playing === false;
      if (shown !== null && isPaused && here() >= shown.player.to) goTo({ at: here() + 1, playing: true });
      else shown?.player.moving.toggle();
    },
    by: (ms) => goTo({ at: here() + ms }),
    toStart: () => goTo({ at: 0 }),
    toEnd: close,
    toLoss,
    speedUp: (direction) => shown?.player.moving.speedUp(direction),
  };

  return { open: (ago) => goTo({ at: here() - ago }), close };
}

/**
 * The last part that begins before a moment, else the first. Own parts win, since those of other consoles may end
 * earlier.
 */
function partOf(parts: readonly PastPart[], at: number): PastPart | null {
  const has = ({ from }: PastPart): boolean => from <= at;
  const [first] = parts;
  const begun = parts.findLast((part) => part.isOwn && has(part)) ?? parts.findLast(has);
  return begun ?? parts.find(({ isOwn, from }) => isOwn && from === first?.from) ?? first ?? null;
}

/** Times in milliseconds since 1970; null for none. */
function nextLossTime({ lists }: ConsoleState, here: number, direction: 1 | -1): number | null {
  const rows = [...lists.activity.rows.values()];
  const times = rows.flatMap(({ row: { outcome, at } }) => (outcome === 'lost' ? [at] : []));
  const others = times.filter((at) => (at - here) * direction > 0);
  if (others.length === 0) return null;
  return direction < 0 ? Math.max(...others) : Math.min(...others);
}
