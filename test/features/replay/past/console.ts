import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createShownController } from '../../../../src/app/shown-controller.ts';
import { openPastFolder, type PastDisk } from '../../../../src/features/replay/past/folder.ts';
import { keepPast } from '../../../../src/features/replay/past/keeper.ts';
import { createPast } from '../../../../src/features/replay/past/past.ts';
import { press } from '../../../../src/screen/keymap/key-to-write.ts';
import type { Controller } from '../../../../src/store/controller.ts';
import { viewsSettled } from '../../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../../src/store/state.ts';
import { timePassed } from '../../../../src/store/transitions.ts';
import { profileNowhere } from '../../../app/profile-of.ts';
import { soon } from '../../../driver/time.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { operatorAt } from '../../../screen/keys/press-keys.ts';
import { handClock, NOON, quiet } from '../../../store/hand-clock.ts';
import { consoleWith, type Holding, rowsInto } from '../../../store/made.ts';

/** No file may hold it. */
export const TOKEN = 'fkey_of_this_console_alone';

type Opening = {
  readonly start?: ConsoleState;
  /** Consoles may share it. */
  readonly folder?: string;
  readonly disk?: PastDisk;
  readonly maxBytes?: number;
  /** The past of a journal in memory is nobody else's. */
  readonly journal?: string;
  /** In milliseconds since 1970. */
  readonly at?: number;
};

export function openPastConsole({
  start = consoleWith({}),
  folder = join(dirname(newPath()), 'past'),
  disk,
  maxBytes,
  journal = '/journal.db',
  at = NOON,
}: Opening = {}) {
  const clock = handClock(at);
  const operator = operatorAt({ ...start, now: at });
  const { store } = operator.controller;
  const storage = { ...profileNowhere.storage, path: journal, service: 'https://market.example' };
  const runtime = () => ({
    remote: { signIn: () => undefined, pollNow: () => undefined },
    profile: () => ({ ...profileNowhere, storage }),
    token: () => TOKEN,
  });
  const keeper = keepPast({ store, clock, runtime, folder: openPastFolder(folder, disk, maxBytes) });
  const toPast = (ago: number): void => past.open(ago);
  const own: Controller = {
    ...operator.controller,
    remote: operator.controller.remote === null ? null : { ...operator.controller.remote, toPast },
  };
  const { controller, show } = createShownController(own);
  const past = createPast({ store, clock, controller: () => own, show, keeper });
  onTestFinished(async () => {
    past.close();
    await keeper.stop();
  });
  let sequence = 0;
  const shown = (): ConsoleState => controller.store.getState();

  return {
    clock,
    keeper,
    folder,
    left: operator.left,
    /** Whatever its screen shows. */
    live: store,
    shown,
    arrive: (holding: Holding): void => {
      sequence += 1;
      for (const into of rowsInto(holding, { at: clock.now(), sequence })) store.setState(into(store.getState()), true);
    },
    /** With a tick each second. */
    pass: async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 1000) {
        await clock.pass(Math.min(1000, ms - passed));
        store.setState(timePassed(store.getState(), clock.now()), true);
      }
    },
    press: async (...keys: readonly string[]): Promise<void> => {
      for (const name of keys) {
        controller.store.setState(viewsSettled(shown()), true);
        const types = [...name].length === 1;
        press(controller, { name, types, alone: true, answers: null, at: shown().now, repeatedAfter: null });
        await quiet();
      }
    },
    /** In milliseconds after noon. */
    shows: (ms: number) => soon(() => expect(isPast(shown()) ? shown().now - NOON : null).toBe(ms)),
    showsNow: () => soon(() => expect(isPast(shown())).toBe(false)),
    says: (text: string | RegExp) => soon(() => expect(shown().notice?.text ?? '').toMatch(text)),
    /** Oldest first. */
    files: (): readonly string[] => {
      try {
        return readdirSync(folder).toSorted();
      } catch {
        return [];
      }
    },
    textOf: (name: string): string => readFileSync(join(folder, name), 'utf8'),
  };
}

export const isPast = ({ pastOf }: ConsoleState): boolean => pastOf !== undefined;
