import { describe, expect, test } from 'vitest';
import { type NamesFrom, namesOfRows, withOwnNames } from '../../../src/features/extras/names-of-rows.ts';
import { widthOf } from '../../../src/lib/width.ts';

const FROM: NamesFrom = { path: '/v2/instance-types', identifier: 'fid', names: ['name'], region: 'region' };
const row = (fid: unknown, name: unknown, region?: string) => ({ fid, name, region });
const named = (...rows: readonly unknown[]) => Object.fromEntries(namesOfRows(rows, FROM).names);

describe('names of a list', () => {
  test('a name that one row has is taken as it is', () => {
    expect(named(row('it_1', 'B200 × 8', 'us'), row('it_2', 'L40S'))).toEqual({ it_1: 'B200 × 8', it_2: 'L40S' });
  });

  test('types of one name in several regions are told apart by the region', () => {
    expect(named(row('it_1', 'H100', 'us'), row('it_2', 'h100', 'eu'))).toEqual({ it_1: 'H100.us', it_2: 'h100.eu' });
  });

  test('rows that nothing tells apart keep their identifiers, so that a name means one thing', () => {
    expect(named(row('it_1', 'H100', 'us'), row('it_2', 'H100', 'us'), row('it_3', 'A100'))).toEqual({ it_3: 'A100' });
    expect(namesOfRows([row('it_1', 'H100'), row('it_2', 'H100')], { ...FROM, region: null })).toEqual({
      names: new Map(),
      left: 2,
    });
  });

  test('a name that is the identifier of another row is left out', () => {
    expect(named(row('it_1', 'IT_2'), row('it_2', 'L40S'))).toEqual({ it_2: 'L40S' });
  });

  test('what is no row, no text, or empty is left out and counted', () => {
    const { names, left } = namesOfRows(
      [null, 7, 'text', [], {}, row(5, 'x'), row('', 'x'), row('it_1', null), row('it_2', '  '), row('it_3', 'L40S')],
      FROM,
    );
    expect([...names]).toEqual([['it_3', 'L40S']]);
    expect(left).toBe(9);
  });

  test('a hostile name is one line of printable text, and no wider than an own name', () => {
    const { names } = namesOfRows([row('it_1', `\u001b[31mred\u202e\n${'漢'.repeat(5_000)}`)], FROM);
    const name = names.get('it_1') ?? '';
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in it
    expect(name).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(name).toContain('red');
    expect(widthOf(name)).toBeLessThanOrEqual(40);
  });

  test('an identifier named __proto__ and members of objects are nothing special', () => {
    expect([...namesOfRows([JSON.parse('{"fid":"__proto__","name":"P"}')], FROM).names]).toEqual([['__proto__', 'P']]);
    expect(named(JSON.parse('{"toString":1}'))).toEqual({});
  });
});

test('the operator’s own names win, for their identifier and for their word', () => {
  const read = new Map([
    ['it_1', 'H100'],
    ['it_2', 'big'],
    ['it_3', 'L40S'],
  ]);
  expect(withOwnNames(read, new Map([['it_1', 'Big']]))).toEqual(
    new Map([
      ['it_1', 'Big'],
      ['it_3', 'L40S'],
    ]),
  );
});
