import { expect, test } from 'vitest';
import { hasEnded, isComplete, limitPriceIn, rowsOn } from './screen.ts';

const SCREEN = [
  ' spotdeck  default ▸ proj_bench   ● live 14s   5000 bids',
  '╭ 1 Bids ─ 5000 ─ limit ↓ ─────────────────────────────╮',
  '│▌ train-01999         ✖ terminated      it_vR4xE5vt…  eu-north1-a      0/2     $64.99           –   61d ││ No volumes yet. │',
  '│  train-00399         ● allocated       it_vIWAaNUl…  us-central1-b    2/2     $64.97     $129.94    2d ││                │',
  '╭ 2 Instances ─ 10000 ─ of train-01999 2 ──────────────╮',
  '│  train-00007-01       ● running          it_yQeh5NZNgfS1E3…  train-00007   203.0.0.15       –           ││                │',
  ' n new  N new like train-00399',
];

test('a row on screen is found by its name, in the pane of its list', () => {
  const { bids, instances } = rowsOn(SCREEN);
  expect([...bids.keys()]).toEqual(['train-01999', 'train-00399']);
  expect([...instances.keys()]).toEqual(['train-00007-01']);
});

test('what the pane beside a row tells of it, or of another row, is not in its line', () => {
  const { bids, instances } = rowsOn([
    '│  train-00007-01       ● running          it_yQeh5NZN…  train-00007   203.0.0.15 ││ 12:00 train-00007-01 preempting │',
    '│                                                                                 ││ 12:00 train-00008 preempting    │',
  ]);
  expect([...bids.keys(), ...instances.keys()]).toEqual(['train-00007-01']);
  expect(instances.get('train-00007-01')).not.toContain('preempting');
});

test('the line of a bid says its limit price and whether it has ended', () => {
  const { bids } = rowsOn(SCREEN);
  expect([...bids.values()].map((line) => [limitPriceIn(line), hasEnded(line)])).toEqual([
    [6499, true],
    [6497, false],
  ]);
});

test('a list is complete when its title counts the rows, and not while it says that these are some of them', () => {
  expect(isComplete(SCREEN, 'bids')).toBe(true);
  const loading = SCREEN.map((line) => line.replace('10000', '2300 so far, loading'));
  expect([isComplete(loading, 'bids'), isComplete(loading, 'instances')]).toEqual([true, false]);
  expect(isComplete(['╭ 2 Instances ─ loading page 2 ──────╮'], 'instances')).toBe(false);
});
