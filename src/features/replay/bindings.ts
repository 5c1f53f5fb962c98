import type { PaneBinding } from '../../screen/keys/binding.ts';
import type { Controller } from '../../store/controller.ts';
import { type ReplayControls, recording } from './clock.ts';

const SECONDS = 1000;

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
    keys: ['<'],
    label: 'Back a minute',
    hint: '-1m',
    scope: recording,
    run: moves((replay) => replay.by(-60 * SECONDS)),
  },
  {
    id: 'replay-on-far',
    keys: ['>'],
    label: 'Forward a minute',
    hint: '+1m',
    scope: recording,
    run: moves((replay) => replay.by(60 * SECONDS)),
  },
  {
    id: 'replay-next-loss',
    keys: ['l'],
    label: 'Go to the next lost instance and pause',
    hint: 'next loss',
    scope: recording,
    run: moves((replay) => replay.toLoss(1)),
  },
  {
    id: 'replay-loss-before',
    keys: ['L'],
    label: 'Go to the previous lost instance and pause',
    hint: null,
    scope: recording,
    run: moves((replay) => replay.toLoss(-1)),
  },
  {
    id: 'replay-faster',
    keys: ['+', '='],
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
    keys: ['('],
    label: 'Go to the start',
    hint: 'start',
    scope: recording,
    run: moves((replay) => replay.toStart()),
  },
  {
    id: 'replay-end',
    keys: [')'],
    label: 'Go to the end',
    hint: 'end',
    scope: recording,
    run: moves((replay) => replay.toEnd()),
  },
];
