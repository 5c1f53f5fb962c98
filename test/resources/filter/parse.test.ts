import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meets, spansIn } from '../../../src/resources/filter/match.ts';
import {
  COMPARISONS,
  type Filter,
  type FilterColumn,
  parseFilter,
  printFilter,
  quoted,
} from '../../../src/resources/filter/parse.ts';
import { columnNamed, namesOfColumn } from '../../../src/resources/parts/column-names.ts';
import type { Resource } from '../../../src/resources/resource.ts';
import type { PaneName } from '../../../src/resources/rows.ts';
import { volumes as volumesResource } from '../../../src/resources/volumes.ts';
import { searchColumns } from '../../../src/store/lists/place-columns.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { bid, consoleWith, instance, volume } from '../../store/made.ts';

const rows = [
  bid('b-1', { name: 'train llama', status: 'Allocated', region: 'eu-n1', created_at: '2026-11-20T11:50:00Z' }),
  bid('b-2', { name: 'train', status: 'Open', region: 'us-c3', instance_quantity: 8 }),
  bid('b-3', { name: 'open-night', status: 'Preempting', region: 'eu-n1', limit_price: '$1,024.00' }),
];
const state = consoleWith({ bids: rows, instances: [instance('i', { bid: 'b-1' })] });
const context = contextOf(state);
const { columns } = loadedFeatures.panes.bids;

function read(text: string): Filter {
  const filter = parseFilter(text, columns);
  if (!filter.ok) throw new Error(`${filter.error.at}: ${filter.error.why}`);
  return filter.value;
}

const found = (text: string): readonly string[] =>
  rows
    .filter(({ row }) => meets(row, read(text), searchColumns(columns, null, false, context), context))
    .map(({ row }) => row.fid);

describe('a filter shows the matching bids', () => {
  test.each([
    ['', ['b-1', 'b-2', 'b-3']],
    ['   ', ['b-1', 'b-2', 'b-3']],
    ['train', ['b-1', 'b-2']],
    ['TRAIN', ['b-1', 'b-2']],
    ['train us', ['b-2']],
    ['open', ['b-2', 'b-3']],
    ['status:open', ['b-2']],
    ['Status:OPEN', ['b-2']],
    ['name:open', ['b-3']],
    ['name:=train', ['b-2']],
    ['region:eu name:train', ['b-1']],
    ['"train llama"', ['b-1']],
    ['name:"train llama"', ['b-1']],
    ['price:1,024', ['b-3']],
    ['run:1/4', ['b-1']],
    ['nothing-like-it', []],
    ['!train', ['b-3']],
    ['!status:open train', ['b-1']],
    ['status:open | region:eu', ['b-1', 'b-2', 'b-3']],
    ['(status:open | status:preempting) !us', ['b-3']],
    ['!(train us)', ['b-1', 'b-3']],
    ['price>2.5', ['b-3']],
    ['limit>=$2.50 price<=2.50', ['b-1', 'b-2']],
    ['LIMIT:1,024', ['b-3']],
    ['cost/h>0', ['b-1']],
    ['ubuntu@198.18.0.7:22', []],
    ['train 12:30', []],
    ['price!=€2.50', ['b-1', 'b-2', 'b-3']],
    ['price>€1', []],
    ['qty>=8', ['b-2']],
    ['qty=4', ['b-1', 'b-3']],
    ['age<1h', ['b-1']],
    ['age>=1h', ['b-2', 'b-3']],
    ['cost>0', ['b-1']],
    ['trnllama', ['b-1']],
    ['tll', []],
  ])('%j', (text, fids) => {
    expect(found(text)).toEqual(fids);
  });

  test('whose name has a colon, with the name in quotes', () => {
    const team = bid('b-4', { name: 'team:train=1' });
    const fits = (text: string): boolean =>
      meets(team.row, read(text), searchColumns(columns, null, false, context), context);
    expect(['"team:train"', '"train=1"', 'name:team:train', '"other:train"'].map(fits)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('sizes in different units are compared', () => {
    const small = volume('v-1', { capacity_gb: 500 });
    const large = volume('v-2', { capacity_gb: 2000 });
    const filter = parseFilter('size>=2TB', volumesResource.columns);
    const fits = [small, large].filter(
      ({ row }) =>
        filter.ok && meets(row, filter.value, searchColumns(volumesResource.columns, null, false, context), context),
    );
    expect(fits).toEqual([large]);
  });
});

describe('the names of columns', () => {
  const namesIn = <Name extends PaneName>(name: Name) => {
    const { columns: all }: Resource<Name> = loadedFeatures.panes[name];
    return all.map((column) => ({
      column: column.id,
      names: namesOfColumn(column),
      found: columnNamed(all, column.header)?.id,
    }));
  };

  test.each(loadedFeatures.paneNames)(
    'in %s the header on screen finds its own column, and no two columns share a name',
    (pane) => {
      const all = namesIn(pane);
      for (const { column, found: id } of all) expect(id).toBe(column);
      const names = all.flatMap((one) => one.names);
      expect(new Set(names).size).toBe(names.length);
    },
  );

  test('of volumes include the header on screen: kind is the interface', () => {
    const filter = parseFilter('kind:block in-use-by:train', volumesResource.columns);
    expect(filter).toMatchObject({ ok: true, value: { of: [{ column: 'interface' }, { column: 'use' }] } });
  });
});

describe('an unreadable filter shows where and why', () => {
  test.each([
    ['price>', 6, 'Give a price such as 2.50 after price>.'],
    ['price>10%', 6, 'Give a price such as 2.50 after price>.'],
    ['price>5x', 6, 'Give a price such as 2.50 after price>.'],
    ['price>~5', 6, 'Give a price such as 2.50 after price>.'],
    ['price>>2', 6, 'Give a price such as 2.50 after price>.'],
    ['price>=>2', 7, 'Give a price such as 2.50 after price>=.'],
    ['limit>', 6, 'Give a price such as 2.50 after price>.'],
    ['"unclosed', 0, 'This quote is not closed.'],
    ['train "', 6, 'This quote is not closed.'],
    ['name:"train \\"', 5, 'This quote is not closed.'],
    ['status:', 7, 'Give a word after status:.'],
    ['status: open', 7, 'Give a word after status:.'],
    ['(name:=)', 7, 'Give a word after name:=.'],
    ['()', 0, 'There is nothing between these parentheses.'],
    ['train !( )', 7, 'There is nothing between these parentheses.'],
    ['((train) ())', 9, 'There is nothing between these parentheses.'],
    ['train age<x', 10, 'Give a time such as 90s, 15m, 2h, 3d or 1w after age<.'],
    ['status>3', 0, "status can't be compared. Write status: and a word."],
    [
      'colour>3',
      0,
      expect.stringMatching(/^There is no column colour\. There are: name, status.* Put a word with > in quotes\.$/),
    ],
    ['statsu:open', 0, 'There is no column statsu. Did you mean status? Put a word with : in quotes.'],
    ['train | !(Limt>=2)', 10, 'There is no column Limt. Did you mean limit? Put a word with >= in quotes.'],
    ['agee>10m', 0, 'There is no column agee. Did you mean age? Put a word with > in quotes.'],
    ['no/column>0', 0, expect.stringContaining('There is no column no/column.')],
    ['no-column:open', 0, expect.stringContaining('There is no column no-column.')],
    ['reach:up', 0, expect.stringContaining('There is no column reach.')],
    ['colour=', 0, expect.stringContaining('There is no column colour.')],
    ['(train', 0, 'This parenthesis is not closed.'],
    ['train)', 5, 'This parenthesis was not opened.'],
    ['a | | b', 3, 'There is nothing on one side of the |.'],
    ['a |', 3, 'There is nothing on one side of the |.'],
    ['| a', 0, 'There is nothing on one side of the |.'],
    ['! a', 0, 'There is nothing after the !.'],
    [`${'('.repeat(60)}a`, 51, 'This is nested too deeply.'],
  ])('%j', (text, at, why) => {
    expect(parseFilter(text, columns)).toEqual({ ok: false, error: { at, why } });
  });
});

test('in every pane a name that none of its columns has is refused, whatever follows it', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}([/-][a-z]{1,4})?$/);
  const sign = fc.constantFrom(':', ':=', ...COMPARISONS);
  fc.assert(
    fc.property(
      fc.constantFrom(...loadedFeatures.paneNames),
      name,
      sign,
      fc.constantFrom('open', '2', ''),
      (pane, name, sign, value) => {
        const { columns: all }: { readonly columns: readonly FilterColumn[] } = loadedFeatures.panes[pane];
        fc.pre(columnNamed(all, name) === undefined);
        expect(parseFilter(`${name}${sign}${value}`, all)).toMatchObject({ ok: false, error: { at: 0 } });
        expect(parseFilter(`"${name}${sign}${value}"`, all)).toMatchObject({ ok: true, value: { kind: 'word' } });
      },
    ),
  );
});

test('no text makes the parser throw, and the position of an error is within the text', () => {
  const pieces = fc.constantFrom(
    '(',
    ')',
    '!',
    '|',
    '"',
    '\\',
    ' ',
    ':',
    ':=',
    '>',
    '<=',
    'price',
    'status',
    'a',
    '2.5',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.array(pieces).map((all) => all.join('')),
      ),
      (text) => {
        const filter = parseFilter(text, columns);
        if (filter.ok)
          expect(
            rows.filter(({ row }) => meets(row, filter.value, searchColumns(columns, null, false, context), context))
              .length,
          ).toBeLessThanOrEqual(3);
        else expect(filter.error.at).toBeLessThanOrEqual(text.length);
      },
    ),
    { numRuns: 2000 },
  );
});

test('a filter that is printed reads as the same filter', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
  const leaf: fc.Arbitrary<Filter> = fc.oneof(
    fc.record({ kind: fc.constant('word'), text }),
    fc.record({ kind: fc.constant('field'), column: fc.constantFrom('name', 'status'), is: fc.boolean(), text }),
    fc.record({
      kind: fc.constant('compare'),
      column: fc.constant('price'),
      by: fc.constantFrom(...COMPARISONS),
      text: fc.integer({ min: 0, max: 999 }).map(String),
    }),
  );
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.record({ kind: fc.constant('not'), of: tie('filter') }),
      fc.record({
        kind: fc.constantFrom('all', 'any'),
        of: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
      }),
    ),
  }));
  fc.assert(
    fc.property(filter, (given) => {
      expect(read(printFilter(given))).toEqual(given);
    }),
    { numRuns: 2000 },
  );
});

test("a jump's filter finds any name, whatever characters it has", () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text);
  fc.assert(
    fc.property(name, (text) => {
      const { row } = bid('x', { name: text });
      expect(
        meets(row, read(`name:=${quoted(row.name ?? '')}`), searchColumns(columns, null, false, context), context),
      ).toBe(true);
    }),
  );
});

test('matches are highlighted in the cells, except those of negated terms', () => {
  expect(spansIn(read('llama !open'), 'name', 'train llama')).toEqual([[6, 11]]);
  expect(spansIn(read('status:open'), 'name', 'open-night')).toEqual([]);
  expect(spansIn(read('trnllama'), 'name', 'train llama').length).toBeGreaterThan(1);
});
