import { describe, expect, test } from 'vitest';
import { type Operator, operatorAt } from '../keys/press-keys.ts';
import { bid, consoleWith } from '../state/made.ts';

const start = consoleWith({ bids: ['a', 'b', 'c', 'd', 'e'].map((fid) => bid(fid)) });
const marks = (person: Operator): string => [...person.state().views.bids.marks].toSorted().join('');

describe('marks', () => {
  test('V begins a range that follows the cursor both ways, V keeps it and marks from before', async () => {
    const person = operatorAt(start);
    await person.press('Space', 'j', 'V', 'j', 'j');
    expect(marks(person)).toBe('acde');
    await person.press('k');
    expect(marks(person)).toBe('acd');
    await person.press('g');
    expect(marks(person)).toBe('abc');
    await person.press('V', 'G');
    expect(marks(person)).toBe('abc');
  });

  test('Esc drops the range alone, then the marks', async () => {
    const person = operatorAt(start);
    await person.press('Space', 'V', 'j', 'Esc');
    expect(marks(person)).toBe('a');
    await person.press('j', 'Esc');
    expect(marks(person)).toBe('');
  });

  test('I marks what was not marked, of the rows that the filter shows', async () => {
    const person = operatorAt(start);
    await person.press('Space', 'Space', 'I');
    expect(marks(person)).toBe('cde');
    await person.press('/');
    await person.type('name:=a | name:=c\n');
    await person.press('I');
    expect(marks(person)).toBe('ade');
  });
});
