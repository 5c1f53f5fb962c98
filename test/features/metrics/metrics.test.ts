import { describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../../src/changes/change-event.ts';
import { machinesRead } from '../../../src/features/machines/machines.ts';
import { STALE_MS } from '../../../src/features/machines/reading.ts';
import { machineSettingsOf } from '../../../src/features/machines/settings.ts';
import { createExposition, MAX_AGE_MS } from '../../../src/features/metrics/registry.ts';
import { createEventCounts } from '../../../src/features/metrics/series/event-counts.ts';
import { createLabelBounds, MAX_SERIES, MAX_VALUES } from '../../../src/features/metrics/series/label-bounds.ts';
import type { RowSeries } from '../../../src/features/metrics/series/metric.ts';
import { metrics } from '../../../src/features/metrics/series/metrics.ts';
import type { StoredRule } from '../../../src/features/rules/journal/rules.ts';
import { rulesKnown } from '../../../src/features/rules/rule-rows.ts';
import { rulesOf, versionOf } from '../../../src/features/rules/rules-state.ts';
import { listOfRules } from '../../../src/features/rules/schemas.ts';
import { parsePrice } from '../../../src/lib/money.ts';
import { jsonWithBigints } from '../../../src/lib/values.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { partArrived, rowsArrived } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, startedConsole, whole } from '../../store/made.ts';
import { filled as headroomFilled } from '../headroom/filled.ts';
import { sampleOf } from '../machines/reader/made-source.ts';

const POLL = { at: NOON, sequence: 5 };
const TYPE = { instance_type: '8xh100', region: 'eu-n1' };

/** The lines of a scrape without comments. `events` were seen before it. */
async function scraped(
  state: ConsoleState,
  { rows = [], events = [] }: { readonly rows?: readonly RowSeries[]; readonly events?: readonly JournalEvent[] } = {},
): Promise<readonly string[]> {
  const bounds = createLabelBounds();
  const counted = createEventCounts(() => state, bounds);
  counted.add(events);
  const { exposition } = createExposition({ state: () => state, counts: counted.counts, bounds, rows: new Set(rows) });
  return (await exposition.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

const linesOf = (lines: readonly string[], name: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

let ids = 0;
const event = (payload: JournalEvent['payload']): JournalEvent => {
  ids += 1;
  return { id: ids, key: String(ids), at: NOON, since: null, by: 'test', payload };
};
const changed = (fid: string, more: Partial<Extract<JournalEvent['payload'], { kind: 'seen' }>>): JournalEvent =>
  event({
    kind: 'seen',
    list: 'instances',
    fid,
    name: fid,
    bid: null,
    bidName: null,
    change: 'changed',
    field: 'status',
    from: 'STATUS_RUNNING',
    to: 'STATUS_PREEMPTING',
    ...more,
  });

const fleet = consoleWith({
  bids: [
    bid('a', { limit_price: '$2.50' }),
    bid('b', { limit_price: '$0.10', instance_quantity: 3, status: 'Open' }),
    bid('c', { limit_price: '€1.00', status: 'Paused' }),
  ],
  instances: [
    instance('i1', { ...TYPE, project: 'proj_demo', bid: 'a' }),
    instance('i2', { ...TYPE, project: 'proj_demo', bid: 'a' }),
    instance('i3', { ...TYPE, project: 'proj_demo', bid: 'b', status: 'STATUS_TERMINATED' }),
  ],
});

describe('a scrape', () => {
  test('has bids and instances by status, type and region, and what runs at limit prices', async () => {
    const lines = await scraped(fleet);
    const place = 'instance_type="8xh100",region="eu-n1"';
    expect(linesOf(lines, 'spotdeck_bids')).toEqual([
      `spotdeck_bids{project="proj_demo",status="allocated",${place}} 1`,
      `spotdeck_bids{project="proj_demo",status="open",${place}} 1`,
      `spotdeck_bids{project="proj_demo",status="paused",${place}} 1`,
    ]);
    expect(linesOf(lines, 'spotdeck_instances')).toEqual([
      `spotdeck_instances{project="proj_demo",status="running",${place}} 2`,
      `spotdeck_instances{project="proj_demo",status="terminated",${place}} 1`,
    ]);
    expect(linesOf(lines, 'spotdeck_cost_per_hour_at_most')).toEqual([
      `spotdeck_cost_per_hour_at_most{${place},currency="$"} 5`,
    ]);
    // Four instances of a and three of b.
    expect(linesOf(lines, 'spotdeck_committed_cost_per_hour_at_most')).toEqual([
      `spotdeck_committed_cost_per_hour_at_most{${place},currency="$"} 10.3`,
    ]);
    expect(linesOf(lines, 'spotdeck_limit_price_per_hour_min')).toEqual([
      `spotdeck_limit_price_per_hour_min{${place},currency="$"} 0.1`,
    ]);
    expect(linesOf(lines, 'spotdeck_limit_price_per_hour_max')).toEqual([
      `spotdeck_limit_price_per_hour_max{${place},currency="$"} 2.5`,
    ]);
  });

  test('has no rows of a list that is too old or was never read, and says so', async () => {
    const old = await scraped({ ...fleet, now: NOON + MAX_AGE_MS });
    const names = (lines: readonly string[]) => new Set(lines.map((line) => line.split(/[{ ]/)[0]));
    for (const name of ['spotdeck_bids', 'spotdeck_instances', 'spotdeck_cost_per_hour_at_most'])
      expect(names(old)).not.toContain(name);
    expect(linesOf(old, 'spotdeck_list_age_seconds')).toContain('spotdeck_list_age_seconds{list="bids"} 300');
    const fresh = await scraped({ ...fleet, now: NOON + MAX_AGE_MS - 1 });
    expect(names(fresh)).toContain('spotdeck_bids');
    const none = await scraped(startedConsole());
    expect(linesOf(none, 'spotdeck_list_up')).toContain('spotdeck_list_up{list="bids"} 0');
    expect(linesOf(none, 'spotdeck_list_age_seconds')).toEqual([]);
    // Without machines nothing is said of idle ones, not even 0.
    expect(names(none)).not.toContain('spotdeck_machines_idle');
  });

  test('says how old the oldest row is, however new others of its list are', async () => {
    const start = { at: NOON + 50_000, sequence: 1 };
    const [first] = fleet.lists.bids.rows.values();
    if (first === undefined) throw new Error('There is no bid.');
    const rows = new Map([[first.row.fid, first]]);
    const headless: ConsoleState = { ...fleet, reads: ['bids', 'instances'], size: { columns: 0, rows: 0 } };
    const state = { ...partArrived(headless, 'bids', { rows, gone: [] }, start, NOON + 51_000), now: NOON + 60_000 };
    expect(linesOf(await scraped(state), 'spotdeck_list_age_seconds')).toContain(
      'spotdeck_list_age_seconds{list="bids"} 60',
    );
    const others = new Map([...fleet.lists.bids.rows].filter(([fid]) => fid !== first.row.fid));
    const all = partArrived(state, 'bids', { rows: others, gone: [] }, { ...start, sequence: 2 }, NOON + 51_000);
    expect(linesOf(await scraped(all), 'spotdeck_list_age_seconds')).toContain(
      'spotdeck_list_age_seconds{list="bids"} 10',
    );
  });

  test('has costs only while both lists are current, because one of them alone would be a part of the truth', async () => {
    const { instances } = fleet.lists;
    const state = { ...fleet, lists: { ...fleet.lists, instances: { ...instances, fetchedAt: NOON - MAX_AGE_MS } } };
    const lines = await scraped(state, { rows: ['bid'] });
    expect(linesOf(lines, 'spotdeck_bids')).not.toEqual([]);
    expect(linesOf(lines, 'spotdeck_cost_per_hour_at_most')).toEqual([]);
    expect(linesOf(lines, 'spotdeck_bid_instances')).toEqual([]);
  });

  test('has no cost where some of it is not known, but how many bids and instances that are; a budget is used at least so far', async () => {
    const there = { instance_type: '8xa100', region: 'us' };
    const { bids, instances } = fleet.lists;
    const state = consoleWith({
      bids: [
        ...bids.rows.values(),
        bid('d', { ...there, limit_price: '$2.00' }),
        bid('e', { ...there, limit_price: 'twelve' }),
        bid('f', { ...there, limit_price: '$1.00', instance_quantity: -5, status: 'Open' }),
      ],
      instances: [
        ...instances.rows.values(),
        instance('i4', { ...there, bid: 'd' }),
        instance('i5', { ...there, bid: 'e', status: 'STATUS_PREEMPTING' }),
        instance('i6', { ...there, bid: 'of-no-list' }),
        instance('i7', { ...there, reservation: 'res' }),
      ],
    });
    const budget = parsePrice('$40');
    const lines = await scraped({ ...state, connected: { ...state.connected, budget } });
    const [known, unknown] = ['instance_type="8xh100",region="eu-n1"', 'instance_type="8xa100",region="us"'];
    expect(linesOf(lines, 'spotdeck_cost_per_hour_at_most')).toEqual([
      `spotdeck_cost_per_hour_at_most{${known},currency="$"} 5`,
    ]);
    expect(linesOf(lines, 'spotdeck_cost_unknown')).toEqual([
      `spotdeck_cost_unknown{${known}} 0`,
      `spotdeck_cost_unknown{${unknown}} 3`,
    ]);
    // Four instances of a, three of b and four of d, of which $18.30 are known.
    expect(linesOf(lines, 'spotdeck_budget_used_ratio')).toEqual([
      'spotdeck_budget_used_ratio{per="hour",currency="$"} 0.4575',
    ]);
    expect(linesOf(lines, 'spotdeck_budget_unknown')).toEqual(['spotdeck_budget_unknown{per="hour"} 1']);
    const sure = await scraped({ ...fleet, connected: { ...fleet.connected, budget } });
    expect(linesOf(sure, 'spotdeck_budget_unknown')).toEqual(['spotdeck_budget_unknown{per="hour"} 0']);
  });

  test('has single bids only when they are asked for', async () => {
    const usual = await scraped(fleet);
    expect(usual.filter((line) => line.includes('bid="'))).toEqual([]);
    const lines = await scraped(fleet, { rows: ['bid'] });
    const labels = 'bid="a",name="a",project="proj_demo",instance_type="8xh100",region="eu-n1"';
    expect(lines).toContain(`spotdeck_bid_limit_price_per_hour{${labels},currency="$"} 2.5`);
    expect(lines).toContain(`spotdeck_bid_instances{${labels},state="wanted"} 4`);
    expect(lines).toContain(`spotdeck_bid_instances{${labels},state="running"} 2`);
  });

  test('has headroom where the service says prices: of single bids when asked for, and how many are thin', async () => {
    const start = consoleWith({ bids: [bid('a'), bid('b', { limit_price: '$3.00' }), bid('c', { status: 'Paused' })] });
    expect((await scraped(start, { rows: ['bid'] })).filter((line) => /headroom|thin/.test(line))).toEqual([]);
    const state = rowsArrived(headroomFilled(start), 'bids', whole(...start.lists.bids.rows.values()), POLL, NOON);
    const lines = await scraped(state, { rows: ['bid'] });
    expect(linesOf(lines, 'spotdeck_bids_thin')).toEqual([
      'spotdeck_bids_thin{instance_type="8xh100",region="eu-n1"} 1',
    ]);
    const of = (name: string): readonly string[] =>
      linesOf(lines, name).map((line) => line.replace(/\{bid="(.)".*\} /, ' $1 '));
    expect(of('spotdeck_bid_headroom_per_hour')).toEqual([
      'spotdeck_bid_headroom_per_hour a 0.1',
      'spotdeck_bid_headroom_per_hour b 0.6',
    ]);
    expect(of('spotdeck_bid_headroom_ratio').slice(1)).toEqual(['spotdeck_bid_headroom_ratio b 0.25']);
  });

  test('has names of the service printable and cut, so that none breaks a line or a label', async () => {
    const hostile = 'x"} 1\nspotdeck_bids{a="\u001b[31m\u202e\\';
    const state = consoleWith({ bids: [bid('a', { name: hostile, region: `${hostile}${'y'.repeat(200)}` })] });
    const lines = await scraped(state, { rows: ['bid'] });
    for (const sign of ['\u001b', '\u202e']) expect(lines.join('\n')).not.toContain(sign);
    for (const line of lines) expect(line).toMatch(/^spotdeck_\w+(\{(\w+="([^"\\\n]|\\["\\n])*",?)+\})? [\d.e+-]+$/);
    for (const [, value = ''] of lines.join('\n').matchAll(/region="((?:[^"\\]|\\.)*)"/g))
      expect(value.length).toBeLessThan(120);
  });

  test('has what each rule of the config file does now', async () => {
    const [rule] = listOfRules(loadedFeatures.panes.bids.columns).parse([
      { name: 'nights', kind: 'schedule', bids: 'name:a', pause: '0 20 * * *', max_cost: '$50' },
    ]);
    const stored = {
      name: 'nights',
      version: '',
      released: false,
      held: 'Held by the operator.',
      memory: null,
      next: null,
    };
    const rules = { ...rulesOf(fleet), rules: rule === undefined ? [] : [rule], stored: [stored] };
    expect(linesOf(await scraped(rulesKnown(fleet, rules)), 'spotdeck_rule_status')).toEqual([
      'spotdeck_rule_status{rule="nights",kind="schedule",status="held-by-operator"} 1',
    ]);
  });

  test('has why a rule that may act can not do what it is for, until it is held by hand', async () => {
    const [rule] = listOfRules(loadedFeatures.panes.bids.columns).parse([
      { name: 'cap', kind: 'budget', per_hour: '$60', pause: ['train'] },
    ]);
    if (rule === undefined) throw new Error('There is no rule.');
    const next = jsonWithBigints({
      next: null,
      hindered: 'train was resumed by someone else.',
      troubles: [{ reason: 'resumed-by-hand', since: NOON, isSaid: false }],
    });
    const stored: StoredRule = {
      name: 'cap',
      version: versionOf(rule),
      released: true,
      memory: null,
      held: null,
      next,
    };
    const lease = { holder: 'x', renewals: 1, at: NOON, runs: 'a console', asked: 0, seen: 0, isOwn: false };
    const linesWith = async (more: Partial<StoredRule>): Promise<readonly string[]> => {
      const rules = { ...rulesOf(fleet), rules: [rule], stored: [{ ...stored, ...more }], lease };
      return linesOf(await scraped(rulesKnown(fleet, rules)), 'spotdeck_rule_hindered');
    };
    expect(await linesWith({})).toEqual([
      'spotdeck_rule_hindered{rule="cap",kind="budget",reason="resumed-by-hand"} 1',
    ]);
    expect(await linesWith({ next: jsonWithBigints({ next: null, hindered: null, troubles: [] }) })).toEqual([]);
    expect(await linesWith({ held: 'Held by the operator.' })).toEqual([]);
    expect(await linesWith({ released: false })).toEqual([]);
  });

  test('has GPUs by type and region from samples that are current, and single ones only when they are asked for', async () => {
    const on = { ...fleet, machines: { ...machineSettingsOf(fleet), mode: 'all' as const } };
    const read = machinesRead(on, [
      { kind: 'sampled', fid: 'i1', sample: sampleOf(90, NOON) },
      { kind: 'sampled', fid: 'i2', sample: sampleOf(30, NOON) },
    ]);
    const lines = await scraped(read, { rows: ['machine'] });
    const place = 'instance_type="8xh100",region="eu-n1"';
    expect(linesOf(lines, 'spotdeck_gpu_utilization_ratio')).toEqual([`spotdeck_gpu_utilization_ratio{${place}} 0.6`]);
    expect(linesOf(lines, 'spotdeck_machines')).toEqual([`spotdeck_machines{state="read",${place}} 2`]);
    expect(linesOf(lines, 'spotdeck_machines_idle')).toEqual(['spotdeck_machines_idle 0']);
    expect(linesOf(lines, 'spotdeck_machine_gpu_utilization_ratio')[0]).toContain('instance="i1",name="i1",gpu="0"');
    const later = await scraped({ ...read, now: NOON + STALE_MS + 1 }, { rows: ['machine'] });
    expect(linesOf(later, 'spotdeck_gpu_utilization_ratio')).toEqual([]);
    expect(linesOf(later, 'spotdeck_machine_gpu_utilization_ratio')).toEqual([]);
    expect(linesOf(later, 'spotdeck_machines')).toEqual([`spotdeck_machines{state="not_read",${place}} 2`]);
  });
});

describe('counters', () => {
  test('count each preemption and loss once, with the type and region of the row, and begin at 0 where rows are', async () => {
    const place = 'instance_type="8xh100",region="eu-n1"';
    expect(linesOf(await scraped(fleet), 'spotdeck_instances_lost_total')).toEqual([
      `spotdeck_instances_lost_total{${place}} 0`,
    ]);
    const events = [
      changed('i1', {}),
      changed('a', { list: 'bids', to: 'Preempting' }),
      changed('i1', { change: 'lost', to: 'STATUS_PREEMPTED' }),
      changed('gone', { change: 'lost', field: 'status', to: null }),
      changed('i2', { field: 'name', to: 'preempting' }),
    ];
    const lines = await scraped(fleet, { events });
    expect(linesOf(lines, 'spotdeck_preemptions_total')).toEqual([
      `spotdeck_preemptions_total{list="bids",${place}} 1`,
      `spotdeck_preemptions_total{list="instances",${place}} 1`,
    ]);
    expect(linesOf(lines, 'spotdeck_instances_lost_total')).toEqual([
      `spotdeck_instances_lost_total{${place}} 1`,
      'spotdeck_instances_lost_total{instance_type="other",region="other"} 1',
    ]);
  });

  test('count what operators and rules sent by its outcome, and not what rules rehearsed or left undone', async () => {
    const noted = (outcome: 'sent' | 'done' | 'refused' | 'seen', rule?: string, verb = 'pause'): JournalEvent =>
      event({
        kind: 'noted',
        who: 'operator',
        outcome,
        what: 'Pause a',
        about: null,
        action: {
          verb,
          list: 'bids',
          name: 'a',
          ...(rule === undefined ? {} : { agent: { kind: 'rule', name: rule, reason: null } }),
        },
      });
    const unsent = [noted('seen', 'nights', 'would pause'), noted('refused', 'nights', 'did not pause')];
    const events = [noted('sent'), noted('done'), noted('sent', 'nights'), noted('refused', 'nights'), ...unsent];
    const lines = await scraped(fleet, { events });
    expect(linesOf(lines, 'spotdeck_changes_total')).toEqual([
      'spotdeck_changes_total{list="bids",verb="pause",outcome="done",by="operator"} 1',
      'spotdeck_changes_total{list="bids",verb="pause",outcome="refused",by="rule"} 1',
    ]);
    expect(linesOf(lines, 'spotdeck_rule_actions_total')).toEqual([
      'spotdeck_rule_actions_total{rule="nights",verb="pause",outcome="refused"} 1',
    ]);
  });

  test('of requests have paths of the interface and no identifiers', async () => {
    const bounds = createLabelBounds();
    const { counts } = createEventCounts(() => fleet, bounds);
    const rows = new Set<RowSeries>();
    const { exposition, onRequest } = createExposition({ state: () => fleet, counts, bounds, rows });
    const request = { startedAt: NOON, bytes: 10, url: '', sent: null, answer: null, failure: null } as const;
    onRequest({ ...request, method: 'GET', path: '/v2/spot/bids?project=p&limit=2', status: 200, tookMs: 300 });
    onRequest({ ...request, method: 'PATCH', path: '/v2/spot/bids/bid_secret', status: 404, tookMs: 20 });
    onRequest({
      ...request,
      method: 'GET',
      path: '/v2/instances',
      status: null,
      failure: 'unreachable refused',
      tookMs: 1,
    });
    const text = await exposition.text();
    expect(text).toContain('spotdeck_requests_total{method="GET",path="/v2/spot/bids",status="200"} 1');
    expect(text).toContain('spotdeck_requests_total{method="GET",path="/v2/instances",status="unreachable_refused"} 1');
    expect(text).toContain('spotdeck_request_duration_seconds_bucket{le="0.25",method="GET",path="/v2/spot/bids"} 0');
    expect(text).toContain('spotdeck_request_duration_seconds_bucket{le="0.5",method="GET",path="/v2/spot/bids"} 1');
    expect(text).not.toContain('bid_secret');
  });
});

describe('whatever a service invents', () => {
  const COUNT = 6000;
  /** One of the currencies AAA, AAB, … */
  const currency = (n: number): string =>
    [n / 676, n / 26, n].map((digit) => String.fromCharCode(65 + (Math.floor(digit) % 26))).join('');
  const hostile = consoleWith({
    bids: Array.from({ length: COUNT }, (_, n) =>
      bid(`b${n}`, {
        status: `s${n}`,
        project: `p${n % 900}`,
        instance_type: `t${n % 700}`,
        region: `r${n % 500}`,
        limit_price: `${currency(n % 3000)}1.00`,
      }),
    ),
    instances: Array.from({ length: COUNT }, (_, n) =>
      instance(`i${n}`, {
        status: `S${n}`,
        project: `p${n}`,
        instance_type: `t${n}`,
        region: `r${n % 40}`,
        bid: `b${n}`,
      }),
    ),
  });
  const sumOf = (lines: readonly string[]): number =>
    lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  const events = Array.from({ length: 3000 }, (_, n) => [
    changed(`i${n}`, { change: 'lost', to: 'STATUS_PREEMPTED' }),
    event({
      kind: 'noted',
      who: 'operator',
      outcome: 'done',
      what: 'Pause',
      about: null,
      action: { verb: 'pause', list: 'bids', name: 'a', agent: { kind: 'rule', name: `rule ${n}`, reason: null } },
    }),
  ]).flat();

  test('each label has a bounded number of values and each metric of series, and nothing is missing in a count', async () => {
    const lines = await scraped(hostile, { rows: ['bid'], events });
    const values = new Map<string, Set<string>>();
    for (const { name, of } of metrics) {
      const own = linesOf(lines, name);
      // A combination beyond the bound, in each of the currencies.
      expect(own.length, name).toBeLessThanOrEqual((MAX_SERIES + MAX_VALUES + 1) * (of === undefined ? 1 : 2));
      for (const line of own)
        for (const [, label = '', value = ''] of line.matchAll(/[{,](\w+)="([^"]*)"/g))
          if (of === undefined) values.set(label, (values.get(label) ?? new Set()).add(value));
    }
    for (const [label, { size }] of values) expect(size, label).toBeLessThanOrEqual(MAX_VALUES + 1);
    for (const name of ['spotdeck_bids', 'spotdeck_instances']) expect(sumOf(linesOf(lines, name)), name).toBe(COUNT);
    expect(sumOf(linesOf(lines, 'spotdeck_instances_lost_total'))).toBe(3000);
    expect(sumOf(linesOf(lines, 'spotdeck_rule_actions_total'))).toBe(3000);
    expect(linesOf(lines, 'spotdeck_label_values_folded')).toEqual(
      expect.arrayContaining([
        'spotdeck_label_values_folded{label="currency"} 2800',
        'spotdeck_label_values_folded{label="region"} 300',
        'spotdeck_label_values_folded{label="rule"} 2800',
      ]),
    );
  });

  test('what was seen first keeps its labels, and costs beyond the bounds keep their currency', () => {
    const bounds = createLabelBounds(3, 4);
    const place = (n: number) => ({ instance_type: `t${n}`, region: `r${n}` });
    const first = bounds.labels(place(1));
    for (const n of [2, 3, 4, 5, 6]) bounds.labels(place(n));
    expect(bounds.labels(place(1))).toBe(first);
    expect(bounds.labels(place(4))).toEqual({ instance_type: 'other', region: 'other' });
    expect(bounds.labels({ instance_type: 't1', region: 'r2' })).toEqual(bounds.labels(place(4)));
    for (const n of [1, 2, 3]) expect(bounds.priced(place(n), '$')).toEqual({ ...place(n), currency: '$' });
    expect(bounds.priced(place(1), '€')).toEqual({ ...place(1), currency: '€' });
    expect(bounds.priced(place(2), '€')).toEqual({ instance_type: 'other', region: 'other', currency: '€' });
    bounds.value('currency', '£');
    expect(bounds.priced(place(1), '¥')).toBeNull();
    expect(bounds.folded()).toContainEqual({ labels: { label: 'currency' }, value: 1 });
  });
});

test('no two metrics have the same name, and every series has just the labels that its metric declares', async () => {
  expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length);
  const lines = await scraped(fleet, { rows: ['bid', 'machine'] });
  for (const { name, labels } of metrics)
    for (const line of linesOf(lines, name)) {
      const own = [...line.matchAll(/[{,](\w+)="/g)].map(([, label]) => label);
      expect(new Set(own), line).toEqual(new Set(labels));
    }
});
