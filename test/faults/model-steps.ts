import fc from 'fast-check';
import { update } from '../../src/store/controller.ts';
import { paneFocused } from '../../src/store/panes/cursor.ts';
import { loadedFeatures } from '../features-loaded.ts';
import {
  breaksOff,
  instead,
  overtaken,
  page,
  refuses,
  resets,
  resetsAfter,
  rewritten,
  rows,
  sentOn,
  silence,
} from './faults.ts';
import type { Fixture } from './fixture.ts';
import { changePrice, createApiKey, createSshKey, createVolume, doTo, place, undo } from './operator.ts';
import type { Fault, InjectedFault, WireAnswer } from './wire.ts';

/** Faults before the service has done anything: it reports that. */
const REFUSING: Readonly<Record<string, Fault>> = {
  '400': refuses(400, 'no'),
  '401': refuses(401, 'no'),
  '404': refuses(404, 'no'),
  '409': refuses(409, 'no'),
  '422': refuses(422, 'no'),
  '429': refuses(429, 'no', { 'retry-after': '7' }),
  redirect: sentOn(307, (path) => path),
};

/** Faults after which the delivery of the write is unknown. */
const OPEN: Readonly<Record<string, Fault>> = {
  '500': refuses(500, 'no'),
  '502': page(502, 'Bad Gateway'),
  '503': refuses(503, 'no', { 'retry-after': '9' }),
  page: page(200, 'Sign in'),
  nowhere: instead(301, ''),
  resets,
  silence,
};

/** Faults of the response: the write was delivered. */
const AFTER: Readonly<Record<string, Fault>> = {
  breaksOff,
  resetsAfter,
  overtaken,
  truncated: rewritten((text) => text.slice(0, Math.ceil(text.length / 2)) || '{'),
  empty: rewritten(() => ''),
  other: rewritten(() => '{"status":"ok"}'),
  fids: rows((given) => given.map(({ fid }) => ({ fid }))),
  types: rows((given) => given.map((row, n) => (n > 0 ? row : { ...row, name: 1 }))),
};

const kinds = ['pause-bid', 'resume-bid', 'cancel-bid'] as const;
const strikeOn = fc.constantFrom('reads', 'writes', 'writes', 'all');
/** Few rows, so that changes often hit the same one. */
const which = fc.oneof(fc.nat({ max: 2 }), fc.nat({ max: 20 }));

/** Possible steps: the operator acts, the wire fails, time passes. `waits`: for the response, before the next step. */
export const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom(...kinds), row: which, waits: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('price'),
      row: which,
      cents: fc.integer({ min: 50, max: 900 }),
      waits: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('place', 'volume', 'ssh-key', 'api-key'), waits: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('delete', 'delete', 'revoke'), row: which, waits: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('undo', 'refresh', 'freeze', 'leave', 'sign-in'),
      waits: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('slow-refresh', 'slow-change'), waits: fc.constant(false) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('focus'), pane: fc.constantFrom(...loadedFeatures.paneNames) }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('time'), ms: fc.integer({ min: 0, max: 9000 }) }) },
  {
    weight: 9,
    arbitrary: fc.record({
      does: fc.constant('fault'),
      fault: fc.oneof(
        fc.record({ name: fc.constantFrom(...Object.keys(REFUSING)), carriedOut: fc.constant(false) }),
        fc.record({ name: fc.constantFrom(...Object.keys(OPEN)), carriedOut: fc.boolean() }),
        fc.record({ name: fc.constantFrom(...Object.keys(AFTER)), carriedOut: fc.constant(true) }),
        fc.record({ name: fc.constant('late'), carriedOut: fc.constant(false) }),
      ),
      on: strikeOn,
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;

const MAKES = { place, volume: createVolume, 'ssh-key': createSshKey, 'api-key': createApiKey } as const;

/** One run: the fixture, the number of created rows, and requests still on their way to the market after the client gave up. */
export type Run = {
  readonly fixture: Fixture;
  readonly late: (() => Promise<WireAnswer>)[];
  made: number;
  /** API key that the console uses, once a list has contained it: a later list may come without names. */
  own: string | null;
};

export async function carryOut(run: Run, one: Step): Promise<void> {
  const { fixture } = run;
  const { controller, remote, wire } = fixture;
  run.own ??=
    [...fixture.state().lists.apiKeys.rows.values()].find(({ row }) => row.name === 'console')?.row.fid ?? null;
  const fidAt = (name: 'bids' | 'volumes' | 'apiKeys', at: number): string => {
    const fids = [...fixture.state().lists[name].rows.keys()];
    return fids.at(-1 - (at % Math.max(1, fids.length))) ?? '';
  };
  switch (one.does) {
    case 'pause-bid':
    case 'resume-bid':
    case 'cancel-bid':
      doTo(fixture, 'bids', one.does, fidAt('bids', one.row));
      break;
    case 'price':
      changePrice(fixture, fidAt('bids', one.row), `$${(one.cents / 100).toFixed(2)}`);
      break;
    case 'place':
    case 'volume':
    case 'ssh-key':
    case 'api-key':
      run.made += 1;
      MAKES[one.does](fixture, `made-${run.made}`);
      break;
    case 'revoke': {
      const fid = fidAt('apiKeys', one.row);
      // Revoking the console's own key would sign it out.
      if (run.own !== null && fid !== run.own) doTo(fixture, 'apiKeys', 'revoke-api-key', fid);
      break;
    }
    case 'delete':
      doTo(fixture, 'volumes', 'delete-volume', fidAt('volumes', one.row));
      break;
    case 'undo':
      undo(fixture);
      break;
    case 'refresh':
      remote.pollNow();
      break;
    case 'slow-refresh':
      wire.fault(overtaken, { ...strikeOf('reads'), times: 5 });
      remote.pollNow();
      break;
    case 'slow-change':
      wire.fault(overtaken, { ...strikeOf('writes'), times: 1 });
      doTo(fixture, 'bids', 'pause-bid', fidAt('bids', 0));
      break;
    case 'freeze':
      update(controller, (state) => ({ ...state, frozen: state.frozen === null ? state.lists : null }));
      break;
    case 'leave':
      update(controller, (state) => ({ ...state, attended: !state.attended }));
      break;
    case 'sign-in':
      remote.signIn(fixture.market.token);
      break;
    case 'focus':
      update(controller, (state) => paneFocused(state, one.pane));
      break;
    case 'time':
      await fixture.settle();
      fixture.market.advance(one.ms);
      await fixture.pass(one.ms);
      break;
    case 'fault': {
      const { name, carriedOut } = one.fault;
      wire.fault(faultOf(run, name), { ...strikeOf(one.on), times: one.times, carriedOut });
    }
  }
  if (!('waits' in one) || one.waits) await fixture.settle();
}

function faultOf({ late }: Run, name: string): Fault {
  const fault = REFUSING[name] ?? OPEN[name] ?? AFTER[name];
  if (fault !== undefined) return fault;
  return ({ forward, reset }) => {
    late.push(forward);
    reset();
  };
}

function strikeOf(on: 'reads' | 'writes' | 'all'): InjectedFault {
  return on === 'all' ? {} : { match: ({ method }) => (method === 'GET') === (on === 'reads') };
}
