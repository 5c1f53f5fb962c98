import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import type { PaneBinding } from '../../screen/keys/binding.ts';
import { type Controller, withRemote } from '../../store/controller.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import { pastInstead, type ReplayControls, recording } from './clock.ts';

const SECONDS = 1000;
const MINUTE = 60 * SECONDS;

const moves =
  (move: (replay: ReplayControls) => void) =>
  ({ replay }: Controller): void => {
    if (replay !== undefined) move(replay);
  };

/** Bindings that move through a recording, in every pane while one is shown. */
export const replayBindings: readonly PaneBinding[] = [
  {
    id: 'replay-pause',
    keys: ['.'],
    label: 'Pause or play',
    hint: 'play/pause',
    scope: recording,
    run: moves((replay) => replay.toggle()),
  },
  {
    id: 'replay-back',
    keys: ['Left'],
    label: 'Back 10 seconds',
    hint: '-10s',
    scope: recording,
    run: moves((replay) => replay.by(-10 * SECONDS)),
  },
  {
    id: 'replay-on',
    keys: ['Right'],
    label: 'Forward 10 seconds',
    hint: '+10s',
    scope: recording,
    run: moves((replay) => replay.by(10 * SECONDS)),
  },
  {
    id: 'replay-back-far',
    keys: ['{'],
    label: 'Back a minute',
    formerly: { keys: ['<'] },
    hint: '-1m',
    scope: recording,
    run: moves((replay) => replay.by(-MINUTE)),
  },
  {
    id: 'replay-on-far',
    keys: ['}'],
    label: 'Forward a minute',
    formerly: { keys: ['>'] },
    hint: '+1m',
    scope: recording,
    run: moves((replay) => replay.by(MINUTE)),
  },
  {
    id: 'replay-next-loss',
    keys: ['!'],
    label: 'Go to the next lost instance and pause',
    formerly: { keys: ['l'] },
    hint: 'next loss',
    scope: recording,
    run: moves((replay) => replay.toLoss(1)),
  },
  {
    id: 'replay-loss-before',
    keys: [],
    label: 'Go to the previous lost instance and pause',
    formerly: { keys: ['L'] },
    hint: null,
    scope: recording,
    run: moves((replay) => replay.toLoss(-1)),
  },
  {
    id: 'replay-faster',
    keys: ['+'],
    alsoKeys: ['='],
    label: 'Faster',
    hint: 'faster',
    scope: recording,
    run: moves((replay) => replay.speedUp(1)),
  },
  {
    id: 'replay-slower',
    keys: ['-'],
    label: 'Slower',
    hint: null,
    scope: recording,
    run: moves((replay) => replay.speedUp(-1)),
  },
  {
    id: 'replay-start',
    keys: [],
    label: 'Go to the start',
    formerly: { keys: ['('] },
    hint: 'start',
    scope: recording,
    run: moves((replay) => replay.toStart()),
  },
  {
    id: 'replay-end',
    keys: [],
    label: 'Go to the end',
    formerly: { keys: [')'] },
    hint: 'end',
    scope: recording,
    run: moves((replay) => replay.toEnd()),
  },
];

/** The keys of a recording that mean the same in the past. */
const SHARED: readonly string[] = [
  'replay-pause',
  'replay-back',
  'replay-on',
  'replay-next-loss',
  'replay-loss-before',
  'replay-faster',
  'replay-slower',
];

/** In a recording and in the past other keys go through the time. */
const isLive = ({ shownInstead }: ConsoleState): boolean => shownInstead === null;

/** The way back from the present. */
const fromNow: readonly PaneBinding[] = [
  {
    id: 'past',
    keys: ['{'],
    label: 'Go back in time: this console as it was a minute ago',
    names: ['past', 'back'],
    searchWords: ['past', 'ago', 'earlier', 'before', 'rewind', 'time', 'undo'],
    hint: 'back in time',
    hintLast: 60,
    scope: 'everywhere',
    when: isLive,
    run: (controller) => withRemote(controller, ({ toPast }) => toPast?.(MINUTE)),
  },
  {
    id: 'past-forward',
    keys: ['}'],
    label: 'Forward in time, once you are in the past',
    hint: null,
    scope: 'everywhere',
    when: isLive,
    disabled: (state) => `This is now; ${keyNamed(state, 'past', '{')} goes back in time.`,
    run: () => undefined,
  },
];

/** Bindings that move through the past, in every pane while it is shown. */
const inPast: readonly PaneBinding[] = [
  {
    id: 'past-now',
    keys: ['Esc'],
    label: 'Back to now: cursor and views as they were',
    searchWords: ['now', 'present', 'live', 'return'],
    hint: 'now',
    scope: pastInstead,
    run: ({ toNow }) => toNow?.(),
  },
  {
    id: 'past-minute-back',
    keys: ['{'],
    label: 'Back a minute',
    hint: '-1m',
    scope: pastInstead,
    run: moves((replay) => replay.by(-MINUTE)),
  },
  {
    id: 'past-minute-on',
    keys: ['}'],
    label: 'Forward a minute; after the last one to now',
    hint: '+1m',
    scope: pastInstead,
    run: moves((replay) => replay.by(MINUTE)),
  },
  ...replayBindings
    .filter(({ id }) => SHARED.includes(id))
    .map((binding) => ({ ...binding, id: binding.id.replace('replay', 'past'), scope: pastInstead })),
  {
    id: 'past-start',
    keys: [],
    label: 'Go to the earliest moment that is kept',
    hint: null,
    scope: pastInstead,
    run: moves((replay) => replay.toStart()),
  },
];

const pastBindings: readonly PaneBinding[] = [...fromNow, ...inPast];

export const screen = { bindings: [...replayBindings, ...pastBindings] } satisfies ScreenParts;
