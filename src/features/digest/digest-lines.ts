import { outageOf } from '../../changes/incident.ts';
import { localZone, momentName } from '../../lib/calendar.ts';
import { clockTime, shortDuration } from '../../lib/duration.ts';
import { formatMoneyGrouped, parseMoney } from '../../lib/money.ts';
import { inCents, leastOf, type Sum } from '../../lib/sum.ts';
import { counted } from '../../lib/words.ts';
import type { Tone } from '../../resources/cell.ts';
import type { Aliases } from '../../resources/context.ts';
import { lossWord, outageWords } from '../../resources/incident-words.ts';
import { serviceResources } from '../../resources/index.ts';
import { isNothing, shownPriceText } from '../../resources/parts/amounts.ts';
import { statusWord } from '../../resources/parts/status.ts';
import { spentWords } from '../money/charge-words.ts';
import { pairName } from '../money/price-sentence.ts';
import { chargedAndRest, knownSince, notKnownWords, type Spend, spentIn, unpricedWords } from '../money/spend.ts';
import type { ServiceEventKind } from '../why/service-history.ts';
import type { Change } from './changes.ts';
import type { BidDigest, Digest, DigestKey } from './digest.ts';
import { byWhom, peopleSentences, restingWords } from './who.ts';

type Sentence = { readonly kind: 'sentence'; readonly text: string; readonly tone: Tone };
export type DigestLine = Sentence | { readonly kind: 'row'; readonly name: string; readonly what: string };

/** `safe` makes a text of the service safe for the reader. */
export type Wording = {
  readonly arrow: string;
  readonly now: number;
  readonly safe: (text: string) => string;
};

/** Most named bids, and most named other rows. */
const MAX_BIDS = 30;
const MAX_ROWS = 12;

export function digestLines(digest: Digest, wording: Wording, maxBids = MAX_BIDS): readonly DigestLine[] {
  const { bids, rows, keys } = digest;
  const several = digest.projects.length > 1;
  return [
    ...sentencesOf(digest, wording),
    ...bids.slice(0, maxBids).map(
      (bid): DigestLine => ({
        kind: 'row',
        name: wording.safe(bid.name),
        what: `${several && bid.project !== null ? `(${wording.safe(bid.project)}) ` : ''}${bidWords(bid, wording)}`,
      }),
    ),
    ...moreLine(bids.length - maxBids, 'bids'),
    ...rows.slice(0, MAX_ROWS).map(
      ({ list, name, change }): DigestLine => ({
        kind: 'row',
        name: wording.safe(name),
        what: change === 'appeared' ? `new ${serviceResources[list].one}` : `${serviceResources[list].one} gone`,
      }),
    ),
    ...moreLine(rows.length - MAX_ROWS, 'rows'),
    ...keys.slice(0, MAX_ROWS).map(
      (key): DigestLine => ({
        kind: 'row',
        name: wording.safe(key.name),
        what: `API key ${expiryWords(key, wording.now)}`,
      }),
    ),
    ...moreLine(keys.length - MAX_ROWS, 'API keys'),
  ];
}

/** Most lines of bids still out, and most names on one. */
const MAX_OUT = 6;
const MAX_NAMES = 8;

export type SummaryLine = { readonly kind: 'sentence' | 'out'; readonly text: string; readonly tone: Tone };

/** Above the events: losses, bids still out, and cost; then those out by type and region, the dearest first. */
export function summaryLines(digest: Digest, wording: Wording, aliases: Aliases): readonly SummaryLine[] {
  const { keys } = digest;
  const pairs = [...Map.groupBy(outNow(digest.bids), ({ now }) => `${now?.type ?? ''} ${now?.region ?? ''}`).values()];
  const left = pairs.length - MAX_OUT;
  const expiring = keys.slice(0, 1).map((key): SummaryLine => {
    const more = keys.length > 1 ? `, ${counted(keys.length - 1, 'more key')} soon` : '';
    return { kind: 'sentence', text: `API key ${key.name} ${expiryWords(key, wording.now)}${more}.`, tone: 'warn' };
  });
  return [
    ...sentencesOf(digest, wording),
    ...peopleSentences(digest.bids, wording.safe).map(
      (text): SummaryLine => ({ kind: 'sentence', text, tone: 'plain' }),
    ),
    ...expiring,
    ...pairs.slice(0, MAX_OUT).flatMap((bids) => outLine(bids, aliases)),
    ...(left > 0 ? [{ kind: 'out', text: `and ${left} more types and regions`, tone: 'dim' } as const] : []),
  ];
}

/** The bids of a pair still out: one with its past, several with their names. */
function outLine(bids: readonly BidDigest[], aliases: Aliases): readonly SummaryLine[] {
  const [first, ...others] = bids;
  const now = first?.now ?? null;
  if (first === undefined || now === null) return [];
  const of = now.type === '' ? '' : pairName(now, aliases);
  const outages = bids.flatMap(({ incidents }) =>
    incidents.flatMap((incident) => {
      const outage = outageOf(incident);
      return outage === null || outage.to !== null ? [] : [{ incident, outage }];
    }),
  );
  const sumOf = (count: 'running' | 'wanted'): number => sum(bids, (bid) => bid.now?.[count] ?? 0);
  const runs = `${sumOf('running')} of ${sumOf('wanted')} running`;
  const [out] = outages;
  const since =
    out === undefined
      ? []
      : [`out since ${clockTime(Math.min(...outages.map(({ outage }) => outage.lastFrom))).slice(0, 5)}`];
  const tone = out === undefined ? 'warn' : 'bad';
  if (others.length > 0) {
    const names = bids.slice(0, MAX_NAMES).map(({ name }) => name);
    const more = bids.length > MAX_NAMES ? ` and ${bids.length - MAX_NAMES} more` : '';
    const text = [`${of}: ${bids.length} bids`, ...since, runs].join(', ');
    return [{ kind: 'out', text: `${text} (${names.join(', ')}${more})`, tone }];
  }
  const stands = now.state === 'preempting' ? ['being preempted'] : out === undefined ? ['waits'] : [];
  const lost = out === undefined ? [] : [lossWord(out.incident), ...since];
  const words = [...lost, ...stands, runs, ...(now.why === null ? [] : [now.why])].join(', ');
  return [{ kind: 'out', text: `${first.name}${of === '' ? '' : ` (${of})`}: ${words}`, tone }];
}

const moreLine = (count: number, what: string): readonly DigestLine[] =>
  count > 0 ? [{ kind: 'sentence', text: `And ${count} more ${what}.`, tone: 'dim' }] : [];

function sentencesOf({ bids, spend, knowsNow }: Digest, { safe }: Wording): readonly Sentence[] {
  const losers = bids.filter(({ lost }) => lost.length > 0);
  const [lost, back] = [sum(bids, (bid) => bid.lost.length), sum(bids, (bid) => bid.back.length)];
  const text =
    losers.length === 0
      ? 'No instance was lost'
      : `${counted(losers.length, 'bid')} lost ${counted(lost, 'instance')}${back === 0 ? '' : `, ${back} came back`}`;
  return [
    { kind: 'sentence', text: `${text}.`, tone: losers.length === 0 ? 'good' : 'bad' },
    outSentence(bids, knowsNow),
    ...(spend === null ? [] : spendSentences(spend, safe)),
  ];
}

function outSentence(bids: readonly BidDigest[], knowsNow: boolean): Sentence {
  if (!knowsNow)
    return { kind: 'sentence', text: 'What is out now is not known: the lists were not read.', tone: 'warn' };
  const out = outNow(bids);
  if (out.length === 0) return { kind: 'sentence', text: 'No bid is out now.', tone: 'good' };
  const of = (count: 'running' | 'wanted'): number => sum(out, ({ now }) => now?.[count] ?? 0);
  const text = `Out now: ${counted(out.length, 'bid')}, ${of('running')} of ${counted(of('wanted'), 'instance')} running.`;
  return { kind: 'sentence', text, tone: 'warn' };
}

/** `at most $1,024.10 and at most €7.00`, `at least $1,024.10`, `an unknown amount` */
function boundWords(cost: Sum<unknown>): string {
  const word = cost.kind === 'known' ? 'at most' : 'at least';
  return (
    leastOf(inCents(cost))
      .map((amount) => `${word} ${formatMoneyGrouped(amount)}`)
      .join(' and ') || 'an unknown amount'
  );
}

/** `$1,204.10 charged + at most $12.30` where the service said charges. */
function costWords(spend: Spend): string {
  if (spend.charged.length > 0) return spentWords(chargedAndRest(spend));
  const cost = spentIn(spend);
  return isNothing(cost) ? 'nothing' : boundWords(cost);
}

const SAID_MS = 1000;

/** The cost of gaps is a sentence of its own: it is in no sum. Time before the first look has no amount at all. */
function spendSentences(spend: Spend, safe: Wording['safe']): readonly Sentence[] {
  const { observedMs } = spend;
  const cost = spentIn(spend);
  const sentence = (text: string): Sentence => ({ kind: 'sentence', text, tone: 'plain' });
  const observed =
    observedMs < SAID_MS
      ? 'what was observed'
      : `${shortDuration(observedMs)} ${spend.chargedMs === 0 ? 'observed' : 'observed or charged'}`;
  if (knownSince(spend) === null) return [sentence('What it cost is not known: nobody had looked.')];
  return [
    ...(observedMs < SAID_MS && isNothing(cost) ? [] : [sentence(`Cost over ${observed}: ${costWords(spend)}.`)]),
    ...unpricedWords(spend, safe).map(sentence),
    ...unobservedSentences(spend, safe).map(sentence),
  ];
}

/** Length and possible cost of gaps, and the time without data. */
function unobservedSentences(spend: Spend, safe: Wording['safe']): readonly string[] {
  const { most, gapMs } = spend;
  const could = isNothing(most) ? 'in which no known bid can have run' : `which can have cost ${boundWords(most)}`;
  return [
    ...(gapMs < SAID_MS ? [] : [`Not observed: ${shortDuration(gapMs)}, ${could}.`]),
    ...notKnownWords(spend, safe, (at) => momentName(at, localZone(at))),
  ];
}

const listed = (text: string | null): readonly string[] => (text === null ? [] : [text]);

function bidWords(bid: BidDigest, { arrow, safe }: Wording): string {
  const { started, stopped, idle, now } = bid;
  const price = (text: string): string => (parseMoney(text) === null ? safe(text) : shownPriceText(text));
  const status = (text: string): string => safe(statusWord('bid', text));
  const some = (count: number, words: string): readonly string[] => (count === 0 ? [] : [words]);
  const by = (kind: ServiceEventKind): string => {
    const name = byWhom(bid.history, kind);
    return name === null ? '' : ` by ${safe(name)}`;
  };
  const lost = lossWords(bid);
  return [
    ...(bid.isNew ? [`new${by('placed')}`] : []),
    ...lost,
    ...(lost.length > 0 ? [] : some(started.length, `${started.length} started`)),
    ...(lost.length > 0 || bid.hasEnded ? [] : some(stopped.length, `${stopped.length} stopped`)),
    ...(bid.limit === null ? [] : [`limit price ${between(bid.limit, arrow, price)}${by('repriced') || ' by others'}`]),
    ...some(idle.length, `${idle.length} idle`),
    ...(bid.status === null || bid.hasEnded || now !== null ? [] : [between(bid.status, arrow, status)]),
    ...(bid.hasEnded
      ? [`ended${by('ended')}${stopped.length === 0 ? '' : ` (${counted(stopped.length, 'instance')})`}`]
      : []),
    ...(bid.hasEnded ? [] : listed(restingWords(bid.history, safe))),
    ...(now === null || bid.hasEnded ? [] : [nowWords(now)]),
  ].join(', ');
}

/** As Activity says it, or `lost 14 instances in 3 outages, at last …`. */
function lossWords({ incidents, lost }: BidDigest): readonly string[] {
  const outages = incidents.flatMap((incident) => {
    const outage = outageOf(incident);
    return outage === null ? [] : [{ incident, outage }];
  });
  const last = outages.at(-1);
  if (last === undefined) return [];
  const end = outageWords(last.incident, last.outage, null);
  if (outages.length === 1) return [`${lossWord(last.incident)}, ${end}`];
  return [`lost ${counted(lost.length, 'instance')} in ${outages.length} outages, at last ${end}`];
}

const between = ({ from, to }: Change, arrow: string, word: (text: string) => string): string =>
  `${from === null ? 'none' : word(from)} ${arrow} ${to === null ? 'none' : word(to)}`;

const nowWords = ({ state, running, wanted, why }: NonNullable<BidDigest['now']>): string =>
  `now ${state === 'allocated' || state === 'other' ? '' : `${state}, `}${running} of ${wanted} running${why === null ? '' : `, ${why}`}`;

function expiryWords({ expiresAt, step }: DigestKey, now: number): string {
  if (expiresAt === null) return step === 'expired' ? 'has expired' : `expires ${step ?? 'soon'}`;
  return expiresAt <= now
    ? `expired ${shortDuration(now - expiresAt)} ago`
    : `expires in ${shortDuration(expiresAt - now)}`;
}

const outNow = (bids: readonly BidDigest[]): readonly BidDigest[] => bids.filter(({ now }) => now?.isOut === true);

const sum = (bids: readonly BidDigest[], of: (bid: BidDigest) => number): number =>
  bids.reduce((total, bid) => total + of(bid), 0);
