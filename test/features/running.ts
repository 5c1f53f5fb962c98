import type { StoreApi } from 'zustand/vanilla';
import { type Program, programs } from '../../src/app/programs.ts';
import type { RuntimeAccess, RuntimePart } from '../../src/app/runtime-part.ts';
import type { ProfileConfig } from '../../src/config/profile-config.ts';
import type { Scope } from '../../src/journal/scope.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { Follower, FollowerAccess } from '../../src/store/journal-sync.ts';
import { type ConsoleState, projectOfRow, projectsOf } from '../../src/store/state.ts';
import { profileNowhere } from '../app/profile-of.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { handClock } from '../store/hand-clock.ts';

type RunningOptions = {
  readonly service: string;
  readonly program?: Program;
  readonly clock?: Clock;
  readonly profile?: Partial<ProfileConfig>;
};

/** A runtime as features see it, without one: it sends nothing, and what it is told is dropped. */
export function runningOn(
  store: StoreApi<ConsoleState>,
  { service, program = programs.console, clock = handClock(), profile = {} }: RunningOptions,
): RuntimeAccess {
  const scope = (): Scope => ({ service, project: store.getState().connected.project });
  return {
    program,
    store,
    clock,
    scope,
    random: () => 0.5,
    environment: {},
    rehearses: false,
    change: (transition) => store.setState(transition(store.getState()), true),
    nextSequence: () => 1,
    profile: () => ({ ...profileNowhere, ...profile }),
    foreign: () => null,
    token: () => null,
    signIn: () => undefined,
    mayChange: () => true,
    sendForAgent: () => Promise.reject(new Error('Nothing is sent here.')),
    scopes: () => projectsOf(store.getState().connected).map((project) => ({ service, project })),
    scopeOf: (list, fid) => ({ service, project: projectOfRow(store.getState(), list, fid) ?? scope().project }),
    report: () => undefined,
  };
}

/** What features follow the journal with. */
export function followersOn(
  store: StoreApi<ConsoleState>,
  given: RunningOptions,
): readonly ((following: FollowerAccess) => Follower)[] {
  const running = runningOn(store, given);
  return loadedFeatures.runtime.flatMap(({ follows }) =>
    follows === undefined ? [] : [(following: FollowerAccess) => follows(running, following)],
  );
}

/** What features do in each runtime of a console, whose terminal can't be handed to other programs. */
export function consoleFeatures(store: StoreApi<ConsoleState>, clock: Clock): readonly RuntimePart[] {
  const remote = { signIn: () => undefined, pollNow: () => undefined };
  const parts = loadedFeatures.console.map((begin) =>
    begin({
      store,
      clock,
      inTmux: false,
      given: {},
      suspend: (meanwhile) => meanwhile(),
      show: () => undefined,
      controller: () => {
        throw new Error('No keys are pressed here.');
      },
      runtime: () => ({ remote, profile: () => profileNowhere, token: () => null }),
    }),
  );
  return [...loadedFeatures.runtime, ...parts.flatMap(({ runtime }) => runtime ?? [])];
}
