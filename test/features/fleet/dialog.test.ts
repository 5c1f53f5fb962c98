import { describe, expect, test } from 'vitest';
import { fleetLines } from '../../../src/features/fleet/console/fleet-lines.ts';
import { hintsOf } from '../../../src/screen/keymap/foot.ts';
import { update } from '../../../src/store/controller.ts';
import type { DialogState } from '../../../src/store/dialog-state.ts';
import { topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { volume } from '../../store/made.ts';
import { differing, fleetOf, textWith, there } from './console-with.ts';

const CHANGES = {
  'limit_price = "$2.50"': 'limit_price = "$3.00"',
  'name = "night"': 'name = "day"',
  'name = "spare"': 'name = "disk"',
};

function ownOf(state: ConsoleState): DialogState<'fleet'> {
  const own = state.dialogs.find((dialog) => dialog.kind === 'fleet');
  if (own === undefined) throw new Error('the dialog is closed');
  return own;
}

/** Mark, sign and words; `>` is the cursor. */
const rowsIn = (state: ConsoleState): readonly string[] =>
  fleetLines(state, ownOf(state), { width: 150, height: 40 }).flatMap((line) => {
    if (line.kind !== 'text') return [];
    const text = line.segments.map((segment) => segment.text).join('');
    return /^(?:\[| {4}[-+~!?])/.test(text)
      ? `${line.cursor === true ? '>' : ' '}${text.replace(/ {2,}/g, '  ').trimEnd()}`
      : [];
  });

async function open(state: ConsoleState = differing(CHANGES)) {
  const operator = operatorAt(state);
  await operator.type(':fleet\n');
  expect(operator.top()).toBe('fleet');
  return { ...operator, rows: () => rowsIn(operator.state()) };
}

test(':fleet lists what differs, and opens at the row under the cursor where that differs', async () => {
  const { rows } = await open();
  expect(rows()).toEqual([
    ' [ ] + volume disk  500 GB in eu-n1  line 13',
    ' [ ] + bid day  8xh100 in eu-n1, $1.00/h at most, paused  line 17',
    '>[ ] ~ bid train  limit_price $2.50 → $3.00; 4 × $3.00 = $12.00/h at most  line 23',
    ' [ ] ? bid night  is not in the file',
    ' [ ] ? volume spare  is not in the file',
  ]);
});

test('without a difference only what closes the dialog is offered, and other keys say that they do nothing', async () => {
  const { press, state, top, left, notice } = await open(differing({}));
  const offered = hintsOf(state())
    .map(({ text }) => text)
    .join('');
  expect(offered).toContain('close');
  expect(offered).not.toMatch(/apply|mark|row/);
  await press('Enter', 'Space');
  expect([top(), notice(), left.sent]).toEqual(['fleet', 'Space does nothing here; ? shows the keys.', []]);
});

describe('marks', () => {
  test('* marks what apply does without further options, and again takes the marks away', async () => {
    const { press, rows } = await open();
    await press('*');
    expect(rows().map((row) => row.slice(1, 4))).toEqual(['[x]', '[x]', '[x]', '[ ]', '[ ]']);
    await press('*');
    expect(rows().map((row) => row.slice(1, 4))).toEqual(['[ ]', '[ ]', '[ ]', '[ ]', '[ ]']);
  });

  test('a marked row that is not in the file says that it ends', async () => {
    const { press, rows } = await open();
    await press('j', 'Space');
    expect(rows()[3]).toBe('>[x] - bid night  is cancelled');
  });

  test('stay on their rows, as the cursor does, when others no longer differ', async () => {
    const { press, rows, controller } = await open();
    await press('Space', 'k');
    update(controller, (state) => ({
      ...state,
      knownFleet: fleetOf(
        textWith({ 'limit_price = "$2.50"': 'limit_price = "$3.00"', 'name = "night"': 'name = "day"' }),
      ),
    }));
    expect(rows()).toEqual([
      expect.stringContaining('>[ ] + bid day'),
      expect.stringContaining(' [x] ~ bid train'),
      ' [ ] ? bid night  is not in the file',
    ]);
  });

  test('when the row under the cursor no longer differs none is, until it moves', async () => {
    const { press, rows, controller, left, notice } = await open();
    update(controller, (state) => ({ ...state, knownFleet: fleetOf(textWith({ 'name = "night"': 'name = "day"' })) }));
    expect(rows().every((row) => row.startsWith(' '))).toBe(true);
    await press('Enter');
    expect(notice()).toBe('No difference is under the cursor.');
    expect(left.sent).toEqual([]);
    await press('j');
    expect(rows().filter((row) => row.startsWith('>'))).toHaveLength(1);
  });

  test('when all that was marked no longer differs, a key does not act on the row under the cursor instead', async () => {
    const { press, rows, controller, left, notice, top } = await open();
    await press('Space', 'G');
    update(controller, (state) => ({
      ...state,
      knownFleet: fleetOf(textWith({ 'name = "night"': 'name = "day"', 'name = "spare"': 'name = "disk"' })),
    }));
    await press('g', 'Space');
    update(controller, (state) => ({ ...state, knownFleet: fleetOf(textWith({ 'name = "night"': 'name = "day"' })) }));
    await press('G', 'Enter');
    expect(notice()).toBe('What was marked no longer differs, so nothing was done. Its marks are gone now.');
    expect([top(), left.sent]).toEqual(['fleet', []]);
    expect(rows().some((row) => row.includes('[x]'))).toBe(false);
  });

  test('a mark can be taken away from what can not be applied', async () => {
    const { press, rows, controller } = await open();
    await press('G', 'Space');
    expect(rows().at(-1)).toBe('>[x] - volume spare  is deleted with its data');
    update(controller, (state) => {
      const { volumes } = state.lists;
      const held = volume('v2', { name: 'spare', interface: 'File', reservations: ['res'] });
      const used = new Map([...volumes.rows, ['v2', held] as const]);
      return { ...state, lists: { ...state.lists, volumes: { ...volumes, rows: used } } };
    });
    expect(rows().at(-1)).toBe('>  ? volume spare  is not in the file');
    await press('Space', 'Enter');
    expect(rows().at(-1)).toBe('>  ? volume spare  is not in the file');
  });

  test('a row without a name can not be marked, and says why', async () => {
    const state = differing({}, there());
    const nameless = new Map(
      [...state.lists.bids.rows].map(([fid, listed]) => [
        fid,
        fid === 'b2' ? { ...listed, row: { ...listed.row, name: null } } : listed,
      ]),
    );
    const lists = { ...state.lists, bids: { ...state.lists.bids, rows: nameless } };
    const { press, rows, notice } = await open({ ...state, lists });
    await press('G');
    expect(rows().at(-1)).toBe('>  ? bid b2  is not in the file: it has no name');
    await press('Space');
    expect(notice()).toBe('It has no name, so no file can have it, and it stays.');
    await press('Enter');
    expect(notice()).toBe('b2: It has no name, so no file can have it, and it stays.');
  });
});

describe('Enter', () => {
  test('asks about the row under the cursor, or about all marked ones, with what they cost', async () => {
    const { press, state, top } = await open();
    await press('Enter');
    expect(top()).toBe('confirm');
    const dialog = topDialog(state());
    const question = dialog?.kind === 'confirm' ? dialog.question : null;
    expect(question?.effect.title).toBe('Apply 1 change to proj_demo');
    expect(question?.effect.lines.map(({ text }) => text)).toEqual([
      '~ bid train  limit_price $2.50 → $3.00; 4 × $3.00 = $12.00/h at most  (line 23)',
      'Max cost if all filled: $10.00 → $12.00 /h',
    ]);
    expect(question?.effect.writes.map(({ verb, name }) => `${verb} ${name}`)).toEqual(['change train']);
  });

  test('is refused where nothing may be changed, and while the row has a change under way', async () => {
    const state = differing(CHANGES);
    const readOnly = await open({ ...state, connected: { ...state.connected, readOnly: true } });
    await readOnly.press('Enter');
    expect([readOnly.top(), readOnly.notice()]).toEqual(['fleet', expect.stringContaining('read-only')]);
  });

  test('names the volume that a new bid needs when that is not marked with it', async () => {
    const { press, notice } = await open(
      differing({
        'name = "spare"': 'name = "disk"',
        'name = "night"': 'name = "day"\nvolumes = ["disk"]',
      }),
    );
    await press('g', 'j', 'Enter');
    expect(notice()).toBe('day needs the volume disk, which is not there. Mark that, too.');
  });
});

test('i goes to the row, and says of one that is only in the file that there is none', async () => {
  const { press, top, at, notice } = await open();
  await press('g', 'i');
  expect([top(), notice()]).toEqual(['fleet', 'It is only in the file, so there is no row to go to.']);
  await press('G', 'k', 'i');
  expect([top(), at()]).toEqual([null, 'b2']);
});
