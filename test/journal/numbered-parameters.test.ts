import { expect, test } from 'vitest';
import { plainSql } from '../../src/journal/file.ts';

test('values go to plain parameters by number, as often as they are named; Node 22 binds no numbered ones', () => {
  const { sql, values } = plainSql('UPDATE t SET a = ?2, b = min(b, ?2) WHERE scope = ?1');
  expect(sql).toBe('UPDATE t SET a = ?, b = min(b, ?) WHERE scope = ?');
  expect(values(['s', 5])).toEqual([5, 5, 's']);
  expect(plainSql('SELECT ? + ?').values([1, 2])).toEqual([1, 2]);
});
