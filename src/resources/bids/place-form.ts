import { issuesOf } from '../../api/request.ts';
import { type Bid, type NewBid, newBid } from '../../contract/bid.ts';
import { once } from '../../lib/memoize.ts';
import { parsePrice } from '../../lib/money.ts';
import type { Context } from '../context.ts';
import { type Form, type FormResult, fieldsOfBody, pickedOf, type Retype, textOf, type Values } from '../form.ts';
import { aliasOr, aliasWithId, identifierOf } from '../parts/aliases.ts';
import { shownPriceText } from '../parts/amounts.ts';
import { nameIn } from '../parts/joins.ts';
import { joinRetypes, regionRetyped, regionWarnings, typeWarnings } from '../parts/questions.ts';
import {
  clusters,
  inProject,
  instanceTypes,
  projectReview,
  projectTyped,
  quantities,
  regions,
  sshKeyChoices,
  startProject,
  volumeChoices,
} from '../parts/suggestions.ts';
import { onlyRegionOf } from '../parts/type-and-region.ts';
import {
  lastKeys,
  launchOf,
  launchSpecification,
  NO_KEY,
  quantityRetyped,
  sharedBlockVolumes,
  warnings,
} from './launch.ts';
import { costRemarks, priceInForm, typedToSend } from './price-field.ts';
import { oldPriceOf, retypeWhenStartling } from './price-guard.ts';
import { placeBid } from './writes.ts';

export const placeBidFields = once(() =>
  fieldsOfBody(newBid(), [
    { id: 'name', label: 'Name', help: 'Bid name.', kind: 'line', path: ['name'] },
    {
      id: 'type',
      label: 'Instance type',
      help: 'Identifier of an instance type, or your name for it.',
      kind: 'line',
      path: ['instance_type'],
      suggest: (_, context) => instanceTypes(context),
    },
    {
      id: 'region',
      label: 'Region',
      help: 'Region of the instances.',
      kind: 'line',
      path: ['region'],
      suggest: (values, context) => regions(context, typedIn(values, 'type', context)),
      follows: {
        of: 'type',
        from: 'from the type',
        value: (values, context) => {
          const region = onlyRegionOf(typedIn(values, 'type', context), context);
          return region === null ? null : aliasOr(region, context.aliases);
        },
      },
    },
    {
      id: 'quantity',
      label: 'Quantity',
      help: 'Number of instances.',
      kind: 'line',
      path: ['instance_quantity'],
      digits: true,
      suggest: (values, context) => quantities(typedIn(values, 'type', context), context),
    },
    {
      id: 'price',
      label: 'Limit price',
      help: 'Maximum price per instance-hour: 2.5, 2.50 and $2.50 are the same.',
      kind: 'line',
      path: ['limit_price'],
      advice: (values, context) => {
        const pair = { type: typedIn(values, 'type', context), region: typedIn(values, 'region', context), sign: null };
        return context.remarks.onPrice([pair], textOf(values, 'price'), context);
      },
    },
    {
      id: 'keys',
      label: 'SSH keys',
      help: 'Keys that can log in.',
      helpNow: (context) =>
        `Keys that can log in${lastKeys(context).length > 0 ? '; at first those of the newest bid' : ''}.`,
      kind: 'several',
      path: ['launch_specification', 'ssh_keys'],
      suggest: (values, context) => sshKeyChoices(projectTyped(values, context), context),
    },
    {
      id: 'volumes',
      label: 'Volumes',
      help: 'Volumes of the same region.',
      kind: 'several',
      path: ['launch_specification', 'volumes'],
      suggest: (values, context) =>
        volumeChoices(typedIn(values, 'region', context), projectTyped(values, context), context),
    },
    {
      id: 'script',
      label: 'Startup script',
      help: 'Typed, @path for a file, or Ctrl-E for your editor.',
      kind: 'block',
      path: ['launch_specification', 'startup_script'],
      fromFile: true,
    },
    {
      id: 'cluster',
      label: 'Cluster',
      help: 'Identifier of a Kubernetes cluster to join, or empty.',
      kind: 'line',
      path: ['launch_specification', 'kubernetes_cluster'],
      suggest: (_, context) => clusters(context),
    },
  ]),
);

function typedIn(values: Values, id: string, { aliases }: Context): string {
  return identifierOf(textOf(values, id).trim(), aliases);
}

/** What a new bid starts with when it is not like another one. */
export type Proposal = { readonly type: string; readonly region: string; readonly price: string };

function startFrom(like: Bid | null, proposed: Proposal | null, context: Context): Values {
  const { aliases } = context;
  const { keys, volumes, script, cluster } = launchOf(like);
  return {
    text: {
      name: like === null ? '' : `${like.name ?? 'bid'}-2`,
      type: aliasOr(like?.instance_type ?? proposed?.type ?? '', aliases),
      region: aliasOr(like?.region ?? proposed?.region ?? '', aliases),
      quantity: String(like?.instance_quantity ?? ''),
      price: like === null ? (proposed?.price ?? '') : priceInForm(like),
      script,
      cluster,
      ...startProject(like?.project ?? null, context),
    },
    picked: { keys, volumes },
  };
}

const quantityOf = (values: Values): number =>
  /^\d+$/.test(textOf(values, 'quantity').trim()) ? Number(textOf(values, 'quantity')) : Number.NaN;

/** Section 4.2, always with the launch specification and both lists. */
function bodyOf(values: Values, context: Context): unknown {
  return {
    project: projectTyped(values, context),
    region: typedIn(values, 'region', context),
    instance_type: typedIn(values, 'type', context),
    limit_price: typedToSend(textOf(values, 'price'), context),
    name: textOf(values, 'name').trim(),
    instance_quantity: quantityOf(values),
    launch_specification: launchSpecification({
      keys: pickedOf(values, 'keys'),
      volumes: pickedOf(values, 'volumes'),
      script: textOf(values, 'script'),
      cluster: textOf(values, 'cluster').trim(),
    }),
  };
}

function check(values: Values, context: Context, like: Bid | null): FormResult {
  const body = newBid().safeParse(bodyOf(values, context));
  if (!body.success) return { ok: false, issues: issuesOf(body.error) };
  const { name, instance_type, region, instance_quantity, limit_price, launch_specification } = body.data;
  const names = (list: 'volumes' | 'sshKeys', fids: readonly string[] = []): string =>
    fids.map((fid) => nameIn(list, fid, context)).join(', ') || 'none';
  return {
    ok: true,
    writes: [placeBid(body.data)],
    retype: joinRetypes([
      regionRetyped(instance_type, region, context),
      retypeFor(body.data, like, context),
      quantityQuestion(body.data, context),
    ]),
    review: [
      { field: 'Name', value: name },
      { field: 'Instance type', value: aliasWithId(instance_type, context.aliases) },
      { field: 'Region', value: aliasWithId(region, context.aliases) },
      { field: 'Quantity', value: String(instance_quantity) },
      { field: 'Limit price', value: shownPriceText(limit_price) },
      { field: 'SSH keys', value: names('sshKeys', launch_specification?.ssh_keys) },
      { field: 'Volumes', value: names('volumes', launch_specification?.volumes) },
      { field: 'Startup script', value: scriptSize(launch_specification?.startup_script ?? '') },
      { field: 'Cluster', value: launch_specification?.kubernetes_cluster ?? 'none' },
      ...projectReview(body.data.project, context),
    ],
  };
}

function retypeFor(body: NewBid, like: Bid | null, context: Context): Retype | null {
  const price = parsePrice(body.limit_price);
  if (price === null) return null;
  const { instance_type: type, region, instance_quantity: quantity } = body;
  const present = like === null ? null : (context.rowOf('bids', like.fid)?.row ?? like);
  return retypeWhenStartling({ price, quantity, type, region, bid: null, old: oldPriceOf(present) }, context);
}

/** For a shared Block volume, or when nobody could log in. */
function quantityQuestion(
  { instance_quantity: quantity, launch_specification: launch }: NewBid,
  context: Context,
): Retype | null {
  if (sharedBlockVolumes(launch?.volumes ?? [], quantity, context).length > 0) return quantityRetyped(quantity);
  return (launch?.ssh_keys ?? []).length > 0 ? null : { ...quantityRetyped(quantity), onlyConsole: true };
}

function scriptSize(script: string): string {
  if (script === '') return 'none';
  const lines = script.split('\n').length;
  return lines === 1 ? script : `${lines} lines`;
}

function remarks(values: Values, context: Context) {
  const region = typedIn(values, 'region', context);
  const elsewhere = pickedOf(values, 'volumes').flatMap((fid) => {
    const volume = context.rowOf('volumes', fid)?.row;
    return volume?.region != null && region !== '' && volume.region !== region ? [volume] : [];
  });
  return [
    ...costRemarks(textOf(values, 'price'), quantityOf(values), context),
    ...elsewhere.map((volume) => ({
      text: `${volume.name || volume.fid} is in ${aliasOr(volume.region ?? '', context.aliases)}, not in ${aliasOr(region, context.aliases)}.`,
      tone: 'warn' as const,
    })),
  ];
}

/** "Place a bid" (section 4.2), empty, like an existing bid, or from a proposal. */
export function placeBidForm(like: Bid | null, context: Context, proposed: Proposal | null = null): Form {
  return {
    id: 'place-bid',
    title: like === null ? 'Place a bid' : `Place a bid like ${like.name || like.fid}`,
    list: 'bids',
    fields: inProject(placeBidFields(), context),
    start: startFrom(like, proposed, context),
    remarks,
    ...(like === null ? { chosen: (now: Context) => ({ keys: lastKeys(now) }) } : {}),
    warnings: (values, context) => {
      const region = typedIn(values, 'region', context);
      return [
        ...regionWarnings(region, context),
        ...typeWarnings(typedIn(values, 'type', context), region, context),
        ...warnings(sharedBlockVolumes(pickedOf(values, 'volumes'), quantityOf(values), context), context),
        ...(pickedOf(values, 'keys').length > 0 ? [] : warnings([NO_KEY], context)),
      ];
    },
    check: (values, context) => check(values, context, like),
  };
}
