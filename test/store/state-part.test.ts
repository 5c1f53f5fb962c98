import { describe, expect, test } from 'vitest';
import { headerParts } from '../../src/store/header-line.ts';
import { type OwnHeader, toned } from '../../src/store/header-order.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import type { StatePart } from '../../src/store/state-part.ts';
import { rowsDecidedOn } from '../../src/store/targets.ts';
import { profileSwitched } from '../../src/store/transitions.ts';
import { bid, consoleWith } from './made.ts';

/** A console with these parts of features and no others. */
const withParts = (...parts: readonly StatePart[]): ConsoleState => {
  const state = consoleWith({ bids: [bid('a')] });
  return { ...state, features: { ...state.features, parts } };
};

const fan: OwnHeader = {
  parts: [
    {
      name: 'fan',
      steps: { short: ['counts', 'short'], long: ['committed', 'long'] },
      texts: () => toned({ short: 'fan', medium: 'fan', long: 'the fan turns' }, 'warn'),
      command: 'fan-off',
    },
  ],
  badges: () => [{ short: 'HOT', long: 'VERY HOT', tone: 'bad' }],
};

describe('the header', () => {
  const shown = (state: ConsoleState, columns: number) =>
    headerParts(state, columns).parts.map(({ part, texts }) => `${part}:${texts.map(({ text }) => text).join('')}`);

  test('has the part of a feature where it stands, shorter where there is little room, and drops it before what matters more', () => {
    const state = withParts({ header: fan });
    const wide = shown(state, 200);
    expect(wide.indexOf('fan:the fan turns')).toBe(wide.findIndex((part) => part.startsWith('cost:')) + 1);
    expect(shown(state, 70)).toContain('fan:fan');
    const narrow = shown(state, 30).map((part) => part.split(':')[0]);
    expect(narrow).toContain('connection');
    expect(narrow).not.toContain('fan');
  });

  test('never drops a badge, and a click on a part runs the command that its feature names', () => {
    const state = withParts({ header: fan });
    expect(shown(state, 20)).toContain('badges: HOT');
    const { parts } = headerParts(state, 200);
    expect(parts.find(({ part }) => part === 'fan')?.command).toBe('fan-off');
    expect(parts.find(({ part }) => part === 'cost')?.command ?? null).toBeNull();
    const counting = withParts({ header: { commands: { counts: 'fans' } } });
    expect(headerParts(counting, 200).parts.find(({ part }) => part === 'counts')?.command).toBe('fans');
  });

  test('shows what a feature puts in place of the connection', () => {
    const words = { text: 'a film', medium: 'a film', brief: 'film', tone: 'accent' as const };
    const film = withParts({ header: { status: () => null } }, { header: { status: () => words } });
    expect(shown(film, 200)).toContain('connection:a film');
  });
});

test('what belongs to the console stays when another project is shown, and what belongs to the project goes', () => {
  const own = new Set(['key']);
  const state: ConsoleState = {
    ...withParts({ kept: ['ownApiKeys'] }),
    ownApiKeys: own,
    notice: { text: 'Paused.', tone: 'plain', at: 0 },
  };
  const next = profileSwitched(state, { ...state.connected, project: 'proj_other' });
  expect(next.ownApiKeys).toBe(own);
  expect(next.notice).toBeNull();
});

test('rows that features decide on are read before the rest of their lists, each with those of the others', () => {
  const none = new Set<string>();
  const state = withParts(
    { demands: () => ({ rows: { bids: new Set(['a']), instances: none } }) },
    { demands: () => ({}) },
    { demands: () => ({ rows: { bids: new Set(['b']), instances: new Set(['i']) } }) },
  );
  expect([rowsDecidedOn(state, 'bids'), rowsDecidedOn(state, 'instances')]).toEqual([['a', 'b'], ['i']]);
});
