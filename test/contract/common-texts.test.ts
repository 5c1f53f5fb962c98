import { expect, test } from 'vitest';
import { commonLine } from '../../src/contract/fields.ts';

test('a line that rows have in common is made safe to print as any other, also when it is long or known', () => {
  const long = `${'region'.repeat(20)}\u202e`;
  for (const _ of [1, 2]) {
    expect(commonLine().parse('eu-north1-a')).toBe('eu-north1-a');
    expect(commonLine().parse('eu\u202enorth\n1')).toBe('eu\ufffdnorth 1');
    expect(commonLine().parse(long)).toBe(`${'region'.repeat(20)}\ufffd`);
    expect(commonLine().parse(null)).toBeNull();
  }
});
