import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { settings as allSettings } from '../../../src/config/settings.ts';
import { activeBindings } from '../../../src/screen/keymap/active-bindings.ts';
import { keyGroups } from '../../../src/screen/keymap/help.ts';
import { paletteEntries } from '../../../src/screen/keymap/palette.ts';
import { changeableCommands, checkKeyOverrides } from '../../../src/screen/keymap/rebind.ts';
import type { KeyOverrides } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { operatorAt } from '../keys/press-keys.ts';

const keys = (given: Readonly<Record<string, readonly string[]>>): KeyOverrides => new Map(Object.entries(given));
const plain = consoleWith({ bids: [bid('a'), bid('b')] });

describe('key overrides', () => {
  const state = { ...plain, keyOverrides: keys({ 'pause-bid': ['K', 'Ctrl-k'], freeze: ['F'] }) };

  test('run their command, and the default keys do nothing', async () => {
    const operator = operatorAt(state);
    await operator.press('p');
    expect(operator.left.sent).toHaveLength(0);
    expect(operator.notice()).toBe('p does nothing here; ? shows the keys.');
    await operator.press('Ctrl-k', 'Ctrl-k');
    expect(operator.left.sent).toHaveLength(1);
  });

  test('appear in hints, help and palette', () => {
    const own = activeBindings(state).find(({ id }) => id === 'pause-bid');
    expect(own?.keys).toEqual(['K', 'Ctrl-k']);
    const help = keyGroups(state).flatMap(({ lines }) => lines);
    expect(help.find(({ does: effect }) => effect.startsWith('Pause the bid'))?.keys).toEqual(['K', 'Ctrl-k']);
    expect(paletteEntries(state).find(({ label }) => label.startsWith('Pause the bid'))?.note).toBe('Bids  K');
  });

  test('appear in sentences', async () => {
    const operator = operatorAt(state);
    await operator.press('F');
    expect(operator.notice()).toContain('F resumes.');
  });
});

describe('keys are refused, with a reason', () => {
  test.each([
    [{ 'pasue-bid': ['x'] }, 'there is no command pasue-bid. Did you mean pause-bid?'],
    [{ 'frobnicate-all': ['x'] }, 'there is no command frobnicate-all. There are: pause-bid, '],
    [{ 'pause-bid': ['F5x'] }, 'pause-bid can\'t be on "F5x"'],
    [{ 'pause-bid': [' '] }, 'pause-bid can\'t be on " "'],
    [{ 'pause-bid': ['Ctrl-c'] }, 'Ctrl-c always quits'],
    [{ 'pause-bid': ['r'] }, 'in Bids r would mean both pause-bid and resume-bid'],
    [{ freeze: ['j'] }, 'j would mean both freeze and down'],
    [{ freeze: ['F'], zoom: ['F'] }, 'F would mean both freeze and zoom'],
    [{ freeze: ['x'] }, 'in Bids x would mean both'],
    [{ 'review-send': ['x'] }, 'there is no command review-send.'],
    [
      { 'sort-by-price': ['L'] },
      'sort-by-price has no key of its own any more: give one to sort-column, which then asks for a letter.',
    ],
  ])('%j', (given, why) => {
    const checked = checkKeyOverrides(loadedFeatures, keys(given));
    expect(checked.ok ? 'fine' : checked.error.why).toContain(why);
  });

  test('two commands can swap keys', () => {
    expect(checkKeyOverrides(loadedFeatures, keys({ 'pause-bid': ['r'], 'resume-bid': ['p'] })).ok).toBe(true);
  });
});

test('sentences name the default key of a command as its binding declares it', () => {
  const src = fileURLToPath(new URL('../../../src', import.meta.url));
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const named = sources.flatMap((name) => [
    ...readFileSync(join(src, name), 'utf8').matchAll(/(?:keyNamed\(\w+, |\$\{key\()'([\w-]+)', '(.)'\)/g),
  ]);
  expect(named.length).toBeGreaterThan(10);
  for (const [, command = '', key = ''] of named)
    expect([command, changeableCommands(loadedFeatures).find(({ id }) => id === command)?.keys]).toEqual([
      command,
      expect.arrayContaining([key]),
    ]);
});

test('the help of the setting names commands that there are', () => {
  const named = [...allSettings.keys.allowed.matchAll(/([a-z-]+) = /g)].map(([, command = '']) => command);
  expect(named).toHaveLength(2);
  expect(changeableCommands(loadedFeatures).map(({ id }) => id)).toEqual(expect.arrayContaining(named));
});
