import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRow } from '../../src/api/rows.ts';
import { apiKeyRow } from '../../src/contract/api-key.ts';
import { bidRow } from '../../src/contract/bid.ts';
import { instanceRow } from '../../src/contract/instance.ts';
import { sshKeyRow } from '../../src/contract/ssh-key.ts';
import { unreadableCells } from '../../src/contract/unreadable.ts';
import { volumeRow } from '../../src/contract/volume.ts';

const SCHEMAS = { bidRow, instanceRow, volumeRow, sshKeyRow, apiKeyRow };

describe.each(Object.entries(SCHEMAS))('a row of %s', (_, schema) => {
  const members = Object.keys(schema().shape).filter((name) => name !== 'fid');

  test('stays with its identifier whatever its members are; each is read, or said to be unreadable and empty', () => {
    const row = fc.dictionary(fc.constantFrom(...members, 'other'), fc.jsonValue());
    fc.assert(
      fc.property(row, (given) => {
        const read = readRow(schema(), { ...given, fid: 'x' }, () => undefined);
        if (read.kind !== 'row') throw new Error(read.unreadable.why);
        expect(read.fid).toBe('x');
        const cells = unreadableCells(read.listed.row);
        expect(read.unreadable === null).toBe(cells.size === 0);
        expect(JSON.parse(read.listed.raw)).toMatchObject(JSON.parse(JSON.stringify({ ...given, fid: 'x' })));
        // What is left of an unreadable member is what is left of an absent one.
        const without = Object.fromEntries(Object.entries(given).filter(([name]) => !cells.has(name)));
        expect({ ...read.listed.row }).toMatchObject(schema().parse({ ...without, fid: 'x' }));
      }),
    );
  });

  test.each(members)('has a member %s, which an object makes unreadable, or is itself one', (member) => {
    const read = readRow(schema(), { fid: 'x', [member]: { not: ['it'] } }, () => undefined);
    const cells = read.kind === 'row' ? [...unreadableCells(read.listed.row)] : [];
    expect(cells).toEqual(member === 'launch_specification' ? [] : [[member, expect.stringMatching(`^${member} `)]]);
  });
});

test('without an identifier there is no row, and its members say nothing', () => {
  for (const fid of [undefined, null, '', 7, {}])
    expect(readRow(bidRow(), { fid, status: 7 }, () => undefined)).toMatchObject({
      kind: 'unreadable',
      unreadable: { fid: null },
    });
});
