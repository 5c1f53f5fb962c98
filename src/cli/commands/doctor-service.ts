import { lookup } from 'node:dns/promises';
import { connect } from 'node:tls';
import * as z from 'zod';
import { errorMessage, warningMessage } from '../../api/error-messages.ts';
import { networkError } from '../../api/network-error.ts';
import type { Outcome, ServiceError, WholeList } from '../../api/result.ts';
import { type Finding, failure, ok, warning } from '../../command/doctor-lines.ts';
import { isQueryRefused } from '../../command/read-selection.ts';
import { connectionFrom } from '../../config/connection.ts';
import type { Settings } from '../../config/settings.ts';
import { emptyProject } from '../../config/try-connection.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { describeError } from '../../lib/os-error.ts';
import { counted } from '../../lib/words.ts';
import { refusedListLines } from '../../resources/incomplete-lists.ts';
import { serviceLists, serviceResources } from '../../resources/index.ts';
import { isKnownStatus } from '../../resources/parts/status.ts';
import { type ListPart, readList } from '../../resources/project-lists.ts';
import type { Rows } from '../../resources/rows.ts';
import {
  isInOrder,
  type ListQuery,
  type RowQuery,
  rowSelector,
  type SelectableRow,
} from '../../resources/service-query.ts';
import { isRefusal } from '../../store/access.ts';
import { PARAMETER_SETS, queryOf, type SelectedByValue } from '../../sync/parts/cover.ts';
import { OLDEST_FIRST } from '../../sync/parts/plan.ts';
import { type NamedProxy, proxyAddress, proxyFor } from '../../system/proxy.ts';
import { clientFor } from '../../system/request-log.ts';
import { system } from '../../system/system.ts';

const TLS_MS = 10_000;
/** A certificate ending sooner is a warning. */
const EXPIRES_SOON_MS = 14 * DAY_MS;

export async function serviceFindings(settings: Settings): Promise<readonly Finding[]> {
  if (settings.baseUrl === null || settings.project === null)
    return [
      failure('service', 'No service is set.', 'Run "spotdeck login", or set SPOTDECK_BASE_URL and SPOTDECK_PROJECT.'),
    ];
  const url = new URL(settings.baseUrl);
  const proxy = proxyFor(url, system().environment);
  const [name, secure] = proxy === null ? [await nameFinding(url), await tlsFinding(url)] : byProxy(url, proxy);
  const checks: { readonly list: ServiceList; readonly check: ListCheck }[] = [];
  for (const list of serviceLists) checks.push({ list, check: await checkOf(settings, list) });
  const isOneRead = checks.some(({ check }) => check.error === null);
  return [
    name,
    secure,
    ...checks.flatMap(({ list, check }) => findingsOf(list, check, isOneRead)),
    ...projectFindings(checks, settings.project),
  ];
}

/** A project without rows may not exist. */
function projectFindings(
  checks: readonly { readonly list: ServiceList; readonly check: ListCheck }[],
  project: string,
): readonly Finding[] {
  const isEmpty = checks.every(({ list, check }) => list === 'apiKeys' || (check.error === null && check.rows === 0));
  return isEmpty
    ? [warning('project', emptyProject(project), 'A service may answer so for a project that does not exist.')]
    : [];
}

/** A proxy looks up the name and connects, so neither is tried from here. */
function byProxy({ hostname, protocol }: URL, proxy: NamedProxy): readonly [Finding, Finding] {
  return [
    ok('name', `${hostname} is looked up by the proxy ${proxyAddress(proxy)}`),
    protocol === 'https:'
      ? ok('encryption', 'https through the proxy; when the certificate ends is not looked at')
      : warning('encryption', 'none: the proxy and the network can read the token.', 'Use an https address.'),
  ];
}

async function nameFinding({ hostname }: URL): Promise<Finding> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const began = system().clock.steady();
  try {
    const { address } = await lookup(host);
    return ok('name', `${host} is ${address} (${Math.round(system().clock.steady() - began)} ms)`);
  } catch (error) {
    return failure(
      'name',
      `${host} could not be found: ${describeError(error)}.`,
      'Check the address and the network.',
    );
  }
}

async function tlsFinding(url: URL): Promise<Finding> {
  if (url.protocol === 'http:') {
    const isLocal = ['localhost', '[::1]'].includes(url.hostname) || url.hostname.startsWith('127.');
    return isLocal
      ? ok('encryption', 'none; not needed, because the service is on this machine')
      : warning('encryption', 'none: the network can read the token.', 'Use an https address.');
  }
  return new Promise((done) => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port || 443),
      servername: url.hostname,
      timeout: TLS_MS,
    });
    const end = (finding: Finding): void => {
      socket.destroy();
      done(finding);
    };
    socket.once('secureConnect', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      const left = until - system().clock.now();
      const found = `${socket.getProtocol() ?? 'TLS'}, certificate valid until ${new Date(until).toISOString().slice(0, 10)}`;
      end(
        left < EXPIRES_SOON_MS
          ? warning('encryption', found, 'The certificate expires soon; tell the operator of the service.')
          : ok('encryption', found),
      );
    });
    socket.once('timeout', () => end(failure('encryption', 'The service did not answer in time.')));
    socket.once('error', (error) => {
      const { what, hint } = errorMessage(networkError(error, url.host, false, 0));
      end(failure('encryption', what, hint));
    });
  });
}

type ListCheck =
  | { readonly error: null; readonly rows: number; readonly findings: readonly Finding[] }
  | { readonly error: ServiceError };

/** A list refused to the token is only a warning while others can be read. */
function findingsOf(name: ServiceList, check: ListCheck, isOneRead: boolean): readonly Finding[] {
  if (check.error === null) return check.findings;
  const what = serviceResources[name].words.list;
  const { what: why, hint } = errorMessage(check.error);
  if (!isOneRead || !isRefusal(check.error)) return [failure(what, why, hint)];
  const [, without] = refusedListLines(name, check.error);
  return [warning(what, why, without)];
}

/** Whether a list can be read, how long it takes, and deviations from the interface. */
async function checkOf<Name extends ServiceList>(settings: Settings, name: Name): Promise<ListCheck> {
  const connection = connectionFrom(settings);
  const what = serviceResources[name].words.list;
  const client = clientFor(settings, { ...connection, readOnly: true });
  const began = system().clock.steady();
  const read = (part?: ListPart<Rows[Name]>) => readList(client, name, [connection.project], {}, part);
  const answer = await read();
  const took = Math.round(system().clock.steady() - began);
  if (!answer.ok) return { error: answer.error };
  const { rows, unreadable, warnings, pages } = answer.value;
  const raws = [...rows.values()].map(({ raw }) => raw);
  const odd = [
    ...(unreadable.length === 0
      ? []
      : [`${counted(unreadable.length, 'row')} could not be read, or not whole: ${unreadable[0]?.why ?? ''}`]),
    ...warnings.map(warningMessage),
    ...membersOddIn(name, raws),
    ...statusesOddIn(name, raws),
  ];
  const found = `${rows.size} rows in ${counted(pages, 'page')}, ${took} ms`;
  const filters = await filterFinding(
    name,
    Array.from(rows.values(), ({ row }) => row),
    read,
  );
  const findings =
    odd.length === 0
      ? [ok(what, found)]
      : odd.map((one) =>
          warning(what, `${found}; ${one}`, 'The console handles it, but the interface says otherwise.'),
        );
  return {
    error: null,
    rows: rows.size + unreadable.length,
    findings: [...findings, ...(filters === null ? [] : [filters])],
  };
}

const Row = z.record(z.string(), z.unknown());

function membersOddIn(name: ServiceList, raws: readonly string[]): readonly string[] {
  const known = Object.keys(serviceResources[name].endpoint.answer.of.shape);
  const missing = new Set<string>();
  const more = new Set<string>();
  for (const raw of raws) {
    const has = Object.keys(Row.parse(JSON.parse(raw)));
    for (const member of known) if (!has.includes(member)) missing.add(member);
    for (const member of has) if (!known.includes(member)) more.add(member);
  }
  return [
    ...(missing.size === 0 ? [] : [`fields missing in some rows: ${[...missing].join(', ')}`]),
    ...(more.size === 0 ? [] : [`fields not in the interface: ${[...more].join(', ')}`]),
  ];
}

function statusesOddIn(name: ServiceList, raws: readonly string[]): readonly string[] {
  if (name !== 'bids' && name !== 'instances') return [];
  const kind = name === 'bids' ? 'bid' : 'instance';
  const statuses = raws.map((raw) => Row.parse(JSON.parse(raw))['status']);
  const odd = new Set(statuses.filter((status) => typeof status === 'string' && !isKnownStatus(kind, status)));
  return odd.size === 0 ? [] : [`unknown states: ${[...odd].join(', ')}`];
}

type Result = 'works' | 'refused' | 'no rows came' | 'rows are missing' | 'other rows came' | 'another order came';

type PartReader<Row> = (part: ListPart<Row>) => Promise<Outcome<WholeList<Row>, ServiceError>>;

/** Tries filters and order as the console requests them, with listed values. Null for a list never read in parts. */
async function filterFinding<Name extends ServiceList>(
  name: Name,
  rows: readonly Rows[Name][],
  read: PartReader<Rows[Name]>,
): Promise<Finding | null> {
  const trials = filterTrials[name];
  if (trials === undefined) return null;
  const { list } = serviceResources[name].words;
  const what = `${list} filters`;
  if (rows.length === 0) return ok(what, 'not tried, because the list has no rows to try them with');
  const results = new Map<readonly string[], Result>();
  const couldNot = (error: ServiceError): Finding => {
    const { what: why, hint } = errorMessage(error);
    return warning(what, `could not be tried: ${why}`, hint);
  };
  const first = (query: ListQuery) => read({ query, enough: { maxRows: TRIAL_ROWS } });

  for (const query of trials(rows)) {
    const parameters = Object.keys(query);
    // The console sends no combination of failing parameters.
    if ([...results].some(([tried, result]) => result !== 'works' && tried.every((each) => parameters.includes(each))))
      continue;
    const answer = await first(query);
    if (!answer.ok && !isQueryRefused(answer.error)) return couldNot(answer.error);
    results.set(parameters, answer.ok ? selectionResult(query, answer.value) : 'refused');
  }
  const ordered = await first(OLDEST_FIRST);
  if (!ordered.ok && !isQueryRefused(ordered.error)) return couldNot(ordered.error);
  const order = ordered.ok ? orderResult(Array.from(ordered.value.rows.values(), ({ row }) => row)) : 'refused';
  return findingOf(list, results, order);
}

function selectionResult<Row extends { readonly fid: string }>(query: RowQuery, { rows, cut }: WholeList<Row>): Result {
  const came = Array.from(rows.values(), ({ row }) => row);
  if (came.length === 0) return 'no rows came';
  if (!came.every(rowSelector(query))) return 'other rows came';
  const bids = query.bid_fid_in ?? [];
  const lacks = cut !== true && bids.some((fid) => !came.some(rowSelector({ bid_fid_in: [fid] })));
  return lacks ? 'rows are missing' : 'works';
}

function orderResult(rows: readonly { readonly [field: string]: unknown }[]): Result {
  if (rows.length === 0) return 'no rows came';
  return isInOrder(rows, { by: OLDEST_FIRST.sort_by, dir: OLDEST_FIRST.sort_dir }) ? 'works' : 'another order came';
}

function findingOf(list: string, results: ReadonlyMap<readonly string[], Result>, order: Result): Finding {
  const what = `${list} filters`;
  const wrong = [...results].filter(([, result]) => result !== 'works');
  const { sort_by } = OLDEST_FIRST;
  if (wrong.length === 0 && order === 'works') {
    const names = [...new Set([...results.keys()].flat())];
    const filters = names.length === 0 ? 'no row has a value to try them with' : `by ${names.join(', ')}`;
    return ok(what, `${filters}; the order by ${sort_by} works too`);
  }
  const instead = wrong.length < results.size ? 'larger parts or complete lists' : 'complete lists';
  const filters = wrong.map(([names, result]) => `by ${names.join(' and ')} (${result})`).join(', ');
  return warning(
    what,
    [
      ...(wrong.length === 0
        ? []
        : [
            `${list} can't be filtered ${filters}; the console reads ${instead} instead, which is slower for large fleets`,
          ]),
      ...(order === 'works' ? [] : [`${list} can't be sorted by ${sort_by} (${order}); old rows are refreshed later`]),
    ].join('; '),
  );
}

const TRIAL_ROWS = 10;
/** Two identifiers, because the console joins several with commas. */
const TRIAL_FIDS = 2;

type FilterTrials = { readonly [Name in ServiceList]?: (rows: readonly Rows[Name][]) => readonly RowQuery[] };

/** Queries for the lists read in parts, small ones first. */
const filterTrials: FilterTrials = {
  bids: (rows) => {
    const largest = Math.max(...PARAMETER_SETS.map(({ length }) => length));
    return PARAMETER_SETS.filter(({ length }) => length === 1 || length === largest).flatMap(
      (parameters) => mostTelling(rows, parameters) ?? [],
    );
  },
  instances: (rows) => {
    const bids = rarest(rows.flatMap(({ bid }) => bid ?? []));
    const reservations = rarest(rows.flatMap(({ reservation }) => reservation ?? []));
    return [
      ...(bids.length > 0 ? [{ bid_fid_in: bids }] : []),
      ...(reservations.length > 0 ? [{ reservation_fid_in: reservations }] : []),
    ];
  },
};

/**
 * The query with the most rows, but not all of the first ones: a service that ignores the parameters returns those.
 */
function mostTelling(
  rows: readonly (SelectedByValue & SelectableRow)[],
  parameters: (typeof PARAMETER_SETS)[number],
): RowQuery | null {
  const queries = new Map(rows.map((row) => queryOf(row, parameters)).map((query) => [JSON.stringify(query), query]));
  let best: { readonly query: RowQuery; readonly worth: number } | null = null;
  for (const query of queries.values()) {
    if (query === null) continue;
    const selects = rowSelector(query);
    const selected = rows.filter(selects).length;
    const worth = rows.slice(0, TRIAL_ROWS).every(selects) ? 0 : selected;
    if (best === null || worth > best.worth) best = { query, worth };
  }
  return best?.query ?? null;
}

/** Identifiers with few rows, so that each has rows among the first. */
function rarest<Fid extends string>(fids: readonly Fid[]): Fid[] {
  const counts = new Map<Fid, number>();
  for (const fid of fids) if (!fid.includes(',')) counts.set(fid, (counts.get(fid) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => a - b)
    .slice(0, TRIAL_FIDS)
    .map(([fid]) => fid);
}
