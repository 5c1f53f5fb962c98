import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { BidStep } from '../../../src/features/money/bid-record.ts';
import { amountOf } from '../../../src/features/money/spend.ts';
import { parsePrice } from '../../../src/lib/money.ts';
import { spendIn } from './records.ts';

const page = readFileSync('docs/money.md', 'utf8').replace(/(?<!\|)\n(?!\|)/g, ' ');
const timeOf = (text: string | undefined): number => Date.parse(`2026-11-20T${text}Z`);
const ROW = /^\| ([\d:]{8}) \| ([\d:]{8}) \| (\d+) \| (\S+) \|$/gm;

test('the example of docs/money.md comes to the amounts that it names', () => {
  const quantity = Number(/a bid for (\d+) instances/.exec(page)?.[1]);
  const steps = [...page.matchAll(ROW)].map(([, at, since, running, price = '']): BidStep => {
    const limit = parsePrice(price);
    return { state: 'allocated', at: timeOf(at), since: timeOf(since), running: Number(running), quantity, limit };
  });
  expect(steps).toHaveLength(3);
  const named =
    /From ([\d:]{8}) to ([\d:]{8})\s+that is at most (\S+)\. From ([\d:]{8}) to ([\d:]{8})\s+nobody looked: a gap with at most (\S+),/;
  const [, from, to, cost, gapFrom, gapTo, most] = named.exec(page) ?? [];
  const traits = { bid: 'b', name: '', type: '', region: '' };
  const record = { project: 'p', bids: [{ traits, steps }], observed: [{ from: timeOf(from), to: timeOf(to) }] };
  const { costs, gaps } = spendIn([record], { from: timeOf(from), to: timeOf(gapTo) });
  expect(costs.map((one) => amountOf(one).text)).toEqual([cost]);
  expect(gaps.map(({ time }) => time)).toEqual([{ from: timeOf(gapFrom), to: timeOf(gapTo) }]);
  expect(gaps.flatMap((gap) => gap.most.map((one) => amountOf(one).text))).toEqual([most]);
});
