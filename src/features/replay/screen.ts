import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import type { PaneBinding } from '../../screen/keys/binding.ts';
import { withRemote } from '../../store/controller.ts';
import type { ShownInstead } from '../../store/read-only.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import { pastInstead, type ReplayControls, recording } from './clock.ts';

const SECONDS = 1000;
const MINUTE = 60 * SECONDS;

type Move = readonly [
  id: string,
  keys: readonly string[],
  label: string,
  hint: string | null,
  move: (replay: ReplayControls) => void,
  formerly?: string,
];

const bindingsOf = (scope: ShownInstead, moves: readonly Move[]): readonly PaneBinding[] =>
  moves.map(([id, keys, label, hint, move, formerly]) => ({
    id,
    keys,
    label,
    hint,
    scope,
    ...(formerly === undefined ? {} : { formerly: { keys: [formerly] } }),
    // Both keys are one on many keyboards.
    ...(keys.includes('+') ? { alsoKeys: ['='] } : {}),
    run: ({ replay }) => {
      if (replay !== undefined) move(replay);
    },
  }));

/** The keys of both, before and behind those that differ. */
const playing = (name: string): readonly Move[] => [
  [`${name}-pause`, ['.'], 'Pause or play', 'play/pause', ({ toggle }) => toggle()],
  [`${name}-back`, ['Left'], 'Back 10 seconds', '-10s', ({ by }) => by(-10 * SECONDS)],
  [`${name}-on`, ['Right'], 'Forward 10 seconds', '+10s', ({ by }) => by(10 * SECONDS)],
];
const searching = (name: string): readonly Move[] => [
  [`${name}-next-loss`, ['!'], 'Go to the next lost instance and pause', 'next loss', ({ toLoss }) => toLoss(1), 'l'],
  [`${name}-loss-before`, [], 'Go to the previous lost instance and pause', null, ({ toLoss }) => toLoss(-1), 'L'],
  [`${name}-faster`, ['+'], 'Faster', 'faster', ({ speedUp }) => speedUp(1)],
  [`${name}-slower`, ['-'], 'Slower', null, ({ speedUp }) => speedUp(-1)],
];

export const replayBindings = bindingsOf(recording, [
  ...playing('replay'),
  ['replay-back-far', ['{'], 'Back a minute', '-1m', ({ by }) => by(-MINUTE), '<'],
  ['replay-on-far', ['}'], 'Forward a minute', '+1m', ({ by }) => by(MINUTE), '>'],
  ...searching('replay'),
  ['replay-start', [], 'Go to the start', 'start', ({ toStart }) => toStart(), '('],
  ['replay-end', [], 'Go to the end', 'end', ({ toEnd }) => toEnd(), ')'],
]);

/** Whether the live console is shown; both kinds of replay have keys of their own. */
const isLive = ({ shownInstead }: ConsoleState): boolean => shownInstead === null;

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

const toNow: PaneBinding = {
  id: 'past-now',
  keys: ['Esc'],
  label: 'Back to now: cursor and views as they were',
  searchWords: ['now', 'present', 'live', 'return'],
  hint: 'now',
  scope: pastInstead,
  run: (controller) => controller.toNow?.(),
};

const inPast = bindingsOf(pastInstead, [
  ['past-minute-back', ['{'], 'Back a minute', '-1m', ({ by }) => by(-MINUTE)],
  ['past-minute-on', ['}'], 'Forward a minute; after the last one to now', '+1m', ({ by }) => by(MINUTE)],
  ...playing('past'),
  ...searching('past'),
  ['past-start', [], 'Go to the earliest moment that is kept', null, ({ toStart }) => toStart()],
]);

export const screen = { bindings: [...replayBindings, ...fromNow, toNow, ...inPast] } satisfies ScreenParts;
