import { expect, test } from 'vitest';
import { BidFid } from '../../../src/contract/fid.ts';
import type { RuleAction } from '../../../src/features/rules/engine/decision.ts';
import { versionOf } from '../../../src/features/rules/rules-state.ts';
import { listOfRules } from '../../../src/features/rules/schemas.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { jsonWithBigints } from '../../../src/lib/values.ts';
import { keyGroups } from '../../../src/screen/keymap/help.ts';
import { headerCommandAt } from '../../../src/screen/keymap/mouse.ts';
import { headerParts } from '../../../src/store/header-line.ts';
import { frozen } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import type { Operator } from '../../screen/keys/press-keys.ts';
import { NOON, quiet } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { consoleOn, heldIn, ids, OTHER, runner, schedule, second, states } from './rules-keys.ts';

const rowOf = (operator: Operator, name: string) => operator.state().lists.rules.rows.get(name)?.row;

async function watching() {
  const path = newPath();
  const journal = runner(path);
  return { path, journal, operator: await consoleOn(path) };
}

test('A shows the rules, A again and Esc go back', async () => {
  const { operator } = await watching();
  expect(states(operator)).toEqual(['night: active', 'noon: active', 'week: rehearses']);
  await operator.press('A');
  expect(operator.state().focus).toBe('bids');
  await operator.press(':');
  await operator.type('rules\n');
  expect(operator.state().focus).toBe('rules');
  await operator.press('Esc');
  expect(operator.state().focus).toBe('bids');
});

test('Space holds a rule that runs at once, and a second tap of it lets it go on', async () => {
  const { journal, operator } = await watching();
  await operator.press('Space');
  expect(heldIn(journal)).toEqual(['night']);
  expect(states(operator)[0]).toBe('night: held-by-operator');
  expect(operator.notice()).toBe(`Held night. Waiting until ${OTHER} has seen it. Space lets it go on.`);
  await operator.press('Space');
  expect(operator.state().tapQuestion?.effect.sentence).toBe('let night go on');
  expect(heldIn(journal)).toEqual(['night']);
  await operator.press('Space');
  expect(heldIn(journal)).toEqual([]);
  expect(states(operator)[0]).toBe('night: active');
});

test('a hold says when the program that runs the rules has seen it, and when it should have by now', async () => {
  const { journal, operator } = await watching();
  const seconds = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) await second(operator);
  };
  await operator.press('Space');
  await seconds(3);
  expect(operator.notice()).toBe(`Held night. Waiting until ${OTHER} has seen it. Space lets it go on.`);
  journal.seeHolds(HERE, 'other', null);
  await seconds(1);
  expect(operator.notice()).toBe(`Held night: ${OTHER} has seen it, and sends nothing more.`);
  await operator.press(':hold-all-rules');
  await seconds(20);
  expect(operator.notice()).toBe(
    `Held all 2 rules in the journal, but ${OTHER} has not seen it within 20 seconds: it may still send a write.`,
  );
});

test('Space on a rule that rehearses asks with its limits, and releases it with the second tap', async () => {
  const { journal, operator } = await watching();
  await operator.press('G', 'Space');
  expect(operator.state().tapQuestion?.effect.sentence).toBe(
    'release week: it acts from now on, at most 20 writes per hour, $50.00 per hour for the bids that it makes run',
  );
  expect(journal.rules(HERE).at(-1)?.released).toBe(false);
  await operator.press('Space');
  expect(journal.rules(HERE).at(-1)?.released).toBe(true);
  expect(states(operator)[2]).toBe('week: active');
});

test('two taps in one read release nothing', async () => {
  const { journal, operator } = await watching();
  await operator.press('G');
  await operator.burst('Space', 'Space');
  expect(journal.rules(HERE).at(-1)?.released).toBe(false);
});

test('a rule whose text changes between the two taps is not released', async () => {
  const path = newPath();
  const journal = runner(path);
  const operator = await consoleOn(path);
  await operator.press('G', 'Space');
  const own = listOfRules(loadedFeatures.panes.bids.columns).parse([
    schedule('night'),
    schedule('noon'),
    schedule('week', { pause: '0 0 * * *' }),
  ]);
  journal.declareRules(
    HERE,
    own.map((rule) => ({ name: rule.name, version: versionOf(rule) })),
  );
  await second(operator);
  await operator.press('Space');
  expect(journal.rules(HERE).map(({ name, released }) => [name, released])).toEqual([
    ['night', true],
    ['noon', true],
    ['week', false],
  ]);
});

test('the palette holds all rules at once, and again lets those go on that it held, not one that was held alone', async () => {
  const { journal, operator } = await watching();
  await operator.press('Space', ':hold-all-rules');
  expect(heldIn(journal)).toEqual(['night', 'noon', 'week']);
  expect(operator.notice()).toBe(`Held all 2 rules. Waiting until ${OTHER} has seen it. : hold rules lets them go on.`);
  await operator.press(':hold-all-rules');
  expect(operator.state().tapQuestion?.effect.sentence).toBe('let 2 rules (noon, week) go on');
  await operator.press('y');
  expect(heldIn(journal)).toEqual(['night']);
});

test('a read-only console holds, and lets nothing act', async () => {
  const path = newPath();
  const journal = runner(path);
  const operator = await consoleOn(path, consoleWith({ bids: [bid('a')], readOnly: true }));
  await operator.press('Space');
  expect(heldIn(journal)).toEqual(['night']);
  await operator.press('Space', 'Space');
  expect(heldIn(journal)).toEqual(['night']);
  expect(operator.notice()).toBe('Only holding is possible here. This console is read-only.');
  await operator.press(':hold-all-rules', ':hold-all-rules', ':hold-all-rules');
  expect(heldIn(journal)).toEqual(['night', 'noon', 'week']);
});

test('on a frozen screen a rule is held at once, and shown so when the display is live again', async () => {
  const { journal, operator } = await watching();
  operator.controller.store.setState(frozen(operator.state()), true);
  await operator.press('Space');
  expect(heldIn(journal)).toEqual(['night']);
  await operator.press(':freeze');
  expect(states(operator)[0]).toBe('night: held-by-operator');
});

test('a rule that never ran has nothing to hold, and says why', async () => {
  const operator = await consoleOn(newPath());
  await operator.press('Space');
  expect(operator.notice()).toBe('night has not run yet, so there is nothing to hold or release.');
  await operator.press(':hold-all-rules');
  expect(operator.notice()).toBe('No rule has run yet.');
});

test('rules can not be marked: keys, help and palette say so', async () => {
  const { operator } = await watching();
  await operator.press('*');
  expect(operator.notice()).toBe('Rules have no marks.');
  await operator.press('V');
  expect(operator.state().views.rules).toMatchObject({ marks: new Set(), range: null });
  const labels = keyGroups(operator.state()).flatMap(({ lines }) => lines.map(({ does }) => does));
  expect(labels.filter((label) => /^(?:Mark|Invert) .*\brows?\b/.test(label))).toEqual([]);
  await operator.press(':');
  await operator.type('mark all\n');
  expect(operator.state().views.rules.marks.size).toBe(0);
});

test('the header says what needs the operator at every width, and a click on it shows the rules', async () => {
  const { operator } = await watching();
  const textAt = (columns: number): string =>
    headerParts(operator.state(), columns)
      .parts.flatMap(({ part, texts }) => (part === 'rules' ? texts : []))
      .map(({ text }) => text)
      .join('');
  expect(textAt(160)).toBe('1 rule rehearses');
  await operator.press('Space');
  expect(textAt(160)).toBe('1 rule held, 1 rehearses');
  await operator.press(':hold-all-rules');
  expect([textAt(80), textAt(160)]).toEqual(['3 rules held', '3 rules held']);
  await operator.press('A');
  const state = operator.state();
  const at = headerParts(state, state.size.columns).parts.find(({ part }) => part === 'rules');
  expect(headerCommandAt(state, { column: at?.left ?? -1, row: 0, kind: 'click' })?.id).toBe('rules');
});

test('when all is well only a wide header has the number of rules', async () => {
  const path = newPath();
  const journal = runner(path);
  for (const rule of ids) journal.releaseRule(HERE, rule);
  const operator = await consoleOn(path);
  const partsAt = (columns: number) => headerParts(operator.state(), columns).parts.map(({ part }) => part);
  expect(partsAt(160)).toContain('rules');
  expect(partsAt(60)).not.toContain('rules');
});

test('actions of another program are shown, with what the rule cost and saved', async () => {
  const { journal, operator } = await watching();
  const pause: RuleAction = {
    kind: 'pause',
    fid: BidFid.parse('bid_a'),
    name: 'a',
    reason: 'pause at 20:00 UTC, 4 running',
  };
  const next = jsonWithBigints({ next: { at: NOON + 3 * HOUR_MS, text: 'pause at 20:00 UTC' }, hindered: null });
  const begun = journal.beginRuleActions(
    HERE,
    'other',
    { name: 'night', version: ids[0]?.version ?? '', released: true, memory: '{}', next },
    [{ fid: pause.fid, action: jsonWithBigints(pause), outcome: null }],
  );
  await second(operator);
  const row = () => rowOf(operator, 'night');
  expect(row()).toMatchObject({
    status: { kind: 'waits', why: 'the outcome of its last write (a) is looked for' },
    next: { text: 'pause at 20:00 UTC' },
    runBy: 'run by spotdeck autopilot on host, process 4711',
  });
  journal.endRuleAction(
    HERE,
    'other',
    { id: begun.ids[0] ?? 0, outcome: 'done', fid: null },
    { name: 'night', memory: '{}' },
  );
  await second(operator);
  expect(row()).toMatchObject({
    status: { kind: 'active' },
    lastActions: [{ what: 'pause a', reason: 'pause at 20:00 UTC, 4 running', outcome: 'done' }],
    sentAt: [NOON],
  });
});

test('a runner that does not answer is no longer said to run the rules', async () => {
  const { operator } = await watching();
  operator.controller.store.setState({ now: NOON + 120_000 });
  await quiet();
  expect(rowOf(operator, 'night')).toMatchObject({
    runBy: 'nobody runs them: spotdeck autopilot on host, process 4711 has not answered for 2m',
    status: { kind: 'waits' },
  });
});

test('a rule that holds itself says why, and Space lets it go on', async () => {
  const path = newPath();
  const journal = runner(path);
  journal.holdRules(
    HERE,
    ['noon'],
    'It wants 1 write after 20 in the last hour, and its cap is 20 per hour (max_writes).',
  );
  const operator = await consoleOn(path);
  expect(rowOf(operator, 'noon')?.status).toEqual({
    kind: 'held',
    why: 'It wants 1 write after 20 in the last hour, and its cap is 20 per hour (max_writes)',
  });
  await operator.press('Down', 'Space', 'Space');
  expect(heldIn(journal)).toEqual([]);
});

test('a rule that is refused says why, counts in the header, and can not be released', async () => {
  const path = newPath();
  const journal = runner(path);
  const hindered = 'It fights with noon over train-llama: one would pause what the other resumes.';
  const kept = (name: string, version: string, released: boolean) =>
    journal.beginRuleActions(
      HERE,
      'other',
      { name, version, released, memory: '{}', next: jsonWithBigints({ next: null, hindered, refused: true }) },
      [],
    );
  for (const [n, { name, version }] of ids.entries()) kept(name, version, n < 2);
  const operator = await consoleOn(path);
  const row = (name: string) => rowOf(operator, name);
  expect(states(operator)).toEqual(['night: refused', 'noon: refused', 'week: refused']);
  expect(row('night')?.status).toEqual({ kind: 'refused', why: hindered.slice(0, -1) });
  const { parts } = headerParts(operator.state(), 160);
  expect(parts.find(({ part }) => part === 'rules')?.texts.map(({ text }) => text)).toEqual(['3 rules refused']);
  await operator.press('G', 'Space');
  expect(operator.notice()).toBe(`week is refused, so there is nothing to hold or release. ${hindered}`);
  await operator.press('k', 'Space');
  expect(states(operator)).toEqual(['night: refused', 'noon: held-by-operator', 'week: refused']);
  // Without a program that runs the rules nobody knows whether they would still fight.
  operator.controller.store.setState({ now: NOON + 120_000 });
  await quiet();
  expect(states(operator)).toEqual(['night: waits', 'noon: held-by-operator', 'week: rehearses']);
});

test('a rule that rehearses says what hinders it', async () => {
  const path = newPath();
  const journal = runner(path);
  const next = jsonWithBigints({ next: null, hindered: 'No bid has the name x.' });
  const { name = '', version = '' } = ids[2] ?? {};
  journal.beginRuleActions(HERE, 'other', { name, version, released: false, memory: '{}', next }, []);
  const operator = await consoleOn(path);
  expect(rowOf(operator, 'week')?.status).toEqual({
    kind: 'rehearses',
    why: 'No bid has the name x',
  });
});
