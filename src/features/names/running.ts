import * as z from 'zod';
import type { ForeignEndpoint, ForeignReads } from '../../api/client.ts';
import { errorMessage } from '../../api/error-messages.ts';
import type { Outcome } from '../../api/result.ts';
import { readPage } from '../../api/rows.ts';
import type { RunningPart } from '../../command/feature.ts';
import type { ProfileConfig } from '../../config/profile-config.ts';
import { none } from '../../contract/endpoint.ts';
import { MINUTE_MS } from '../../lib/duration.ts';
import { describeError } from '../../lib/os-error.ts';
import { own } from '../../lib/typed-key.ts';
import { withoutPeriod } from '../../lib/words.ts';
import { showNotice } from '../../store/activity.ts';
import { type KeptNames, keepNames, NAMES_AGE_MS, type NamesPlace, placeOf, readKept } from './kept.ts';
import { isSameList, type NamesFrom, namesOfRows } from './names-of-rows.ts';
import { namesFrom } from './settings.ts';
import { besideOwnNames, type ServiceNames, serviceNamesOf, withServiceNames } from './state.ts';

/** Delay of the look for due names, in milliseconds: the screen's lists come first. */
const LOOK_MS = 5_000;
/** Delay after a failed reading, in milliseconds. */
const AGAIN_MS = 30 * MINUTE_MS;

type NamedProfile = Pick<ProfileConfig, 'own' | 'storage' | 'connected'>;

/** The embedded market names its own. */
const listOf = ({ own: values, connected }: NamedProfile): NamesFrom | null =>
  connected.demo ? null : namesFrom.in(values);

const placeIn = (profile: NamedProfile): NamesPlace | null => placeOf(profile.storage, listOf(profile));

function keptIn(profile: NamedProfile): ServiceNames | null {
  const place = placeIn(profile);
  const kept = place === null ? null : readKept(place);
  return place === null || kept === null ? null : { ...kept, from: place.from };
}

export const running: RunningPart = {
  state: { kept: ['shownNames'] },
  runtime: {
    begun: (state, profile) => besideOwnNames(state, keptIn(profile)),
    applied: (state, settings) => {
      const from = own(settings, namesFrom);
      const service = serviceNamesOf(state);
      return besideOwnNames(state, from !== null && isSameList(service?.from ?? null, from) ? service : null);
    },
    reads: ({ store, change, clock, profile, foreign }) => {
      const ended = new AbortController();
      /** Another list does not wait for this one's next try. */
      let lookedAt: NamesFrom | null = null;
      let notBefore = 0;

      const keep = (kept: KeptNames): void => {
        const place = placeIn(profile());
        try {
          if (place !== null) keepNames(place, kept);
        } catch (error) {
          const why = withoutPeriod(describeError(error));
          change((state) => showNotice(state, `Names of the service are not kept: ${why}.`, 'warn'));
        }
      };
      const readWhenDue = async (): Promise<void> => {
        const from = listOf(profile());
        const reads = foreign();
        const service = serviceNamesOf(store.getState());
        const shown = isSameList(service?.from ?? null, from) ? service : null;
        const isNew = !isSameList(lookedAt, from);
        if (from === null || reads === null || (!isNew && clock.now() < notBefore)) return;
        lookedAt = from;
        if (shown !== null && clock.now() - shown.readAt < NAMES_AGE_MS) return;
        notBefore = clock.now() + AGAIN_MS;
        const read = await readNames(reads, from, clock.now(), ended.signal);
        // The operator may have chosen another list meanwhile.
        if (ended.signal.aborted || !isSameList(listOf(profile()), from)) return;
        if (!read.ok) {
          const sentence = `Names were not read from ${from.path}: ${read.error}`;
          change((state) => showNotice(state, sentence, 'warn'));
          return;
        }
        change((state) => withServiceNames(state, { ...read.value, from }));
        keep(read.value);
      };
      const goOn = (): void => {
        if (!ended.signal.aborted) stopWaiting = clock.after(LOOK_MS, look);
      };
      const look = (): void => void readWhenDue().then(goOn);
      let stopWaiting = clock.after(LOOK_MS, look);
      return {
        stop: () => {
          ended.abort();
          stopWaiting();
        },
      };
    },
  },
};

const listAt = (path: NamesFrom['path']) =>
  ({
    method: 'GET',
    path,
    summary: '',
    params: none,
    query: z.strictObject({ next_cursor: z.string().nullish() }),
    body: null,
    success: 200,
    answer: { kind: 'one', of: z.unknown() },
    errors: [],
  }) as const satisfies ForeignEndpoint;

const MAX_PAGES = 50;
const MAX_ROWS = 5_000;

/** `now` is in milliseconds since 1970. */
async function readNames(
  reads: ForeignReads,
  from: NamesFrom,
  now: number,
  signal: AbortSignal,
): Promise<Outcome<KeptNames, string>> {
  const endpoint = listAt(from.path);
  const rows: unknown[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await reads.readForeign(endpoint, { query: { next_cursor: cursor } }, { signal });
    if (!answer.ok) return { ok: false, error: errorMessage(answer.error).what };
    const read = readPage(answer.value);
    if (read === null) return { ok: false, error: 'The answer is not a list.' };
    rows.push(...read.rows);
    cursor = read.next;
    if (cursor === null || rows.length >= MAX_ROWS) break;
  }
  const { names, left } = namesOfRows(rows.slice(0, MAX_ROWS), from);
  if (names.size === 0) return { ok: false, error: noneSentence(rows.length, from) };
  return { ok: true, value: { readAt: now, names, left } };
}

const noneSentence = (rows: number, { identifier, name }: NamesFrom): string =>
  rows === 0
    ? 'The list has no rows.'
    : `None of its ${rows} rows has a usable name in "${name}" for what is in "${identifier}".`;
