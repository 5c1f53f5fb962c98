import { expect, test } from 'vitest';
import { planFor } from '../../../src/resources/bids/change-plan.ts';
import { pauseBid } from '../../../src/resources/bids/writes.ts';
import { otherProjectOf, whyLeftAlone } from '../../../src/resources/parts/other-project.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { stillUndoable } from '../../../src/store/undo.ts';
import { bid, connected, consoleWith } from '../../store/made.ts';

const foreign = bid('b1', { name: 'render', project: 'proj_other', status: 'Paused' });
const state = consoleWith({ bids: [foreign, bid('b2', { project: null })] });
const WHY = 'it is of the project proj_other, not of proj_demo';

test.each([
  ['another project', 'proj_other', WHY],
  ['the shown one', 'proj_demo', null],
  ['none', null, null],
  ['an empty one', '', null],
])('a row of %s', (_, project, why) => {
  expect(whyLeftAlone(bid('b', { project }).row, contextOf(state))).toBe(why);
});

test('with several projects shown each of them is one of the own', () => {
  const projects = { projects: ['proj_demo', 'proj_other'] };
  expect(otherProjectOf(foreign.row, projects)).toBeNull();
  expect(otherProjectOf(bid('b', { project: 'proj_third' }).row, projects)).toBe('proj_third');
  expect(otherProjectOf({ fid: 'key_1', name: 'an API key' }, projects)).toBeNull();
});

test('a bulk change leaves it out, and undo leaves it as it is', () => {
  const planned = planFor(foreign.row, { change: null, volumes: ['v'] }, contextOf(state));
  expect(planned).toMatchObject({ kind: 'left-out', why: WHY, refused: true });
  const { undo } = pauseBid(foreign.row);
  const undone = (connection: Partial<typeof connected>) =>
    stillUndoable(
      { ...state, connected: { ...connected, ...connection } },
      undo === null ? [] : [undo],
      () => foreign.row,
    );
  expect(undone({})).toEqual({ left: [], kept: [`render is left as it is: ${WHY}.`] });
  expect(undone({ project: 'proj_other' })).toEqual({ left: [undo], kept: [] });
});
