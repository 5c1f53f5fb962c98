import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ProjectId } from '../../../../src/contract/fid.ts';
import { applyLease, fleetJournal, type SentWrite } from '../../../../src/features/fleet/kept/journal.ts';
import type { Scope } from '../../../../src/journal/scope.ts';
import { openInTerminal } from '../../../driver/console.ts';
import { storyClock } from '../../../driver/time.ts';
import { openTestJournal } from '../../../journal/open.ts';
import { asked, BIDS, placed } from '../../../stories/service.ts';
import { operator } from './fleet-file.ts';

const FRESH = `project = "proj_demo"

[[bids]]
name = "fresh"
instance_type = "1xl40s.us-east1-b"
region = "us-east1-b"
instance_quantity = 1
limit_price = "$0.90"
`;

/** As kept before sending. */
const PLACING: SentWrite = {
  call: 'placeBid',
  body: {
    project: ProjectId.parse('proj_demo'),
    name: 'fresh',
    instance_type: '1xl40s.us-east1-b',
    region: 'us-east1-b',
    instance_quantity: 1,
    limit_price: '0.90',
    launch_specification: {},
  },
  known: [],
  isWhole: true,
  newestAt: null,
};

/** A file with one bid, and a journal open to the test. */
async function withJournal() {
  const { run, write, evidence, market, home } = await operator();
  write(FRESH);
  const path = join(home.folder, 'own.db');
  const clock = storyClock();
  const journal = fleetJournal(openTestJournal(path, clock.now));
  onTestFinished(journal.close);
  const scope: Scope = { service: String(evidence.env['SPOTDECK_BASE_URL']), project: market.project };
  const apply = (...more: readonly string[]) => run(['apply', 'fleet.toml', '--yes', '--journal', path, ...more]);
  const fresh = async (): Promise<number> => (await asked(market, BIDS)).filter(({ name }) => name === 'fresh').length;
  return { apply, evidence, market, home, path, clock, journal, scope, fresh };
}

test('a second apply says who applies and since when, sends nothing, and goes on once that has ended', async () => {
  const { apply, evidence, home, path, fresh } = await withJournal();
  const first = openInTerminal(['apply', join(home.folder, 'fleet.toml'), '--journal', path], {
    env: evidence.env,
    columns: 160,
  });
  await first.see('Type y to confirm:');
  const second = await apply();
  expect(second).toMatchObject({ code: 1, out: '' });
  expect(second.err).toMatch(
    /^spotdeck apply .*fleet\.toml on .+, process \d+, since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, applies to proj_demo\. One program does so at a time\.\nNothing was sent\.\nRun it again once that has ended\.\n$/m,
  );
  expect(evidence.writes()).toEqual([]);
  first.type('y\r');
  expect((await first.ended()).code).toBe(0);
  expect(await apply()).toMatchObject({ code: 0, out: expect.stringMatching(/Nothing to do\.\n$/) });
  expect(await fresh()).toBe(1);
});

test('two at once place each bid once', async () => {
  const { apply, fresh } = await withJournal();
  const ends = await Promise.all([apply(), apply()]);
  expect(ends.map(({ code }) => code)).toContain(0);
  expect(await fresh()).toBe(1);
});

test('another project of the same journal is applied meanwhile; what was killed is taken over in 20 seconds', async () => {
  const { apply, journal, scope, clock, fresh } = await withJournal();
  const elsewhere = { ...scope, project: 'proj_other' };
  expect(journal.takeLease(applyLease(elsewhere), 'x', 'spotdeck elsewhere', null)).toBe(true);
  expect(journal.takeLease(applyLease(scope), 'killed', 'spotdeck apply that was killed', null)).toBe(true);
  const began = clock.steady();
  const end = await apply();
  expect(end).toMatchObject({ code: 0 });
  expect(end.err).toBe(
    'spotdeck apply that was killed, applied to proj_demo. Whether it still does is looked at for 20s.\n',
  );
  expect(clock.steady() - began).toBeGreaterThanOrEqual(20_000);
  expect(await fresh()).toBe(1);
});

test('what an earlier run has sent without an answer is looked for before anything is placed', async () => {
  const { apply, journal, scope, clock, market, evidence, fresh } = await withJournal();
  journal.takeLease(applyLease(scope), 'killed', 'spotdeck', null);
  journal.beginFleetWrite(scope, 'killed', PLACING);
  journal.endLease(applyLease(scope), 'killed');
  clock.after(3000, () => void placed(market, 'fresh'));
  const end = await apply();
  expect(end).toMatchObject({ code: 0 });
  expect(end.err).toContain('It is not known yet what became of what an earlier run sent: place the bid fresh.');
  expect(end.err).toContain('An earlier run was to place the bid fresh: the list shows that it was carried out.\n');
  expect(await fresh()).toBe(1);
  expect(evidence.writes()).toEqual([]);
});

test('what was never carried out is sent after 30 seconds', async () => {
  const { apply, journal, scope, clock, fresh } = await withJournal();
  journal.takeLease(applyLease(scope), 'killed', 'spotdeck', null);
  journal.beginFleetWrite(scope, 'killed', PLACING);
  journal.endLease(applyLease(scope), 'killed');
  const began = clock.steady();
  expect(await apply()).toMatchObject({ code: 0 });
  expect(clock.steady() - began).toBeGreaterThanOrEqual(30_000);
  expect(await fresh()).toBe(1);
  expect(journal.openFleetWrites(scope)).toEqual([]);
});

test('a file that changes while apply asks is not applied', async () => {
  const { evidence, home, path } = await withJournal();
  const file = join(home.folder, 'fleet.toml');
  const terminal = openInTerminal(['apply', file, '--journal', path], { env: evidence.env, columns: 160 });
  await terminal.see('Type y to confirm:');
  writeFileSync(file, FRESH.replace('instance_quantity = 1', 'instance_quantity = 9'));
  terminal.type('y\r');
  await terminal.see('has changed since its differences were shown, so nothing was sent.');
  expect((await terminal.ended()).code).toBe(1);
  expect(evidence.writes()).toEqual([]);
});
