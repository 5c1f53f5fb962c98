import { expect, test } from 'vitest';
import { createPageCursors } from '../../../src/sync/parts/part-requests.ts';

const second = { cursor: 'second', rowsBefore: 100 };
const complete = new Map([['proj_demo', [second]]]);

test('single pages are requested by the cursors of the last complete list', () => {
  const cursors = createPageCursors();
  expect(cursors.of('proj_demo')).toEqual([]);
  cursors.listArrived(complete);
  expect(cursors.of('proj_demo')).toEqual([second]);
  expect(cursors.of('proj_other')).toEqual([]);
  const later = { cursor: 'other', rowsBefore: 90 };
  cursors.listArrived(new Map([['proj_demo', [later]]]));
  expect(cursors.of('proj_demo')).toEqual([later]);
});

test('a row that was not on its page is looked for elsewhere until the next complete list', () => {
  const cursors = createPageCursors();
  cursors.listArrived(complete);
  cursors.pageRead(['a', 'b'], ['b']);
  expect([cursors.isMoved('a'), cursors.isMoved('b')]).toEqual([false, true]);
  cursors.listArrived(complete);
  expect(cursors.isMoved('b')).toBe(false);
});

test('after three pages in a row without any of their rows, cursors are not used again', () => {
  const cursors = createPageCursors();
  cursors.listArrived(complete);
  cursors.pageRead(['a'], ['a']);
  cursors.pageRead(['a'], ['a']);
  cursors.pageRead(['a', 'b'], ['a']);
  cursors.pageRead(['a'], ['a']);
  cursors.pageRead(['a'], ['a']);
  expect(cursors.of('proj_demo')).toEqual([second]);
  cursors.pageRead(['a'], ['a']);
  cursors.listArrived(complete);
  expect(cursors.of('proj_demo')).toEqual([]);
});

test('a cursor that the service refuses is the last one that is used again', () => {
  const cursors = createPageCursors();
  cursors.listArrived(complete);
  cursors.refused();
  cursors.listArrived(complete);
  expect(cursors.of('proj_demo')).toEqual([]);
});
