import type { Bid } from '../../contract/bid.ts';
import { counted } from '../../lib/words.ts';
import type { Context } from '../context.ts';
import { quoted } from '../filter/parse.ts';
import { aliasOr, labelOf } from '../parts/aliases.ts';
import { instancesOf, stoppingOn } from '../parts/joins.ts';
import { askToRemove } from '../parts/questions.ts';
import { isStatus } from '../parts/status.ts';
import type { Action, ActionsOf, Confirmation } from '../resource.ts';
import { changeBids } from './change-plan.ts';
import { workOn } from './confirm.ts';
import { isLaunchUnread, launchUnread } from './launch.ts';
import { ended, pauseAction, resumeAction } from './pausing.ts';
import { placeBidFields, placeBidForm } from './place-form.ts';
import { updateBidFields, updateBidForm } from './update-form.ts';
import { cancelBid, verdictOn } from './writes.ts';

function askToCancel(bids: readonly Bid[], context: Context): Confirmation {
  const stopping = bids.reduce((sum, { fid }) => sum + stoppingOn(fid, context), 0);
  return askToRemove(bids, {
    verb: 'Cancel',
    one: 'bid',
    line: (bid) => `${labelOf(bid)}  ${aliasOr(bid.instance_type ?? '', context.aliases)}  ${workOn(bid, context)}`,
    notes: [
      stopping === 0
        ? { text: 'No instance is running on it.', tone: 'plain' }
        : { text: `${counted(stopping, 'instance')} will stop.`, tone: 'warn' },
      { text: 'This cannot be undone.', tone: 'warn' },
    ],
    typed: () => null,
  });
}

const actions: readonly Action<Bid>[] = [
  pauseAction,
  resumeAction,
  {
    id: 'edit-bid',
    command: 'update',
    key: 'e',
    label: 'Change the limit price or the volumes',
    onPreemption: 'raises its limit price',
    searchWords: [
      'price',
      'raise',
      'lower',
      'bump',
      'increase',
      'decrease',
      'reprice',
      'limit',
      'attach',
      'detach',
      'modify',
      'edit',
      'set',
      'patch',
    ],
    hint: 'edit',
    disabledReason: (bid) => ended(bid, 'changed'),
    effect: { kind: 'form', fields: updateBidFields, open: updateBidForm, several: changeBids },
  },
  {
    id: 'place-bid',
    key: 'n',
    label: 'Place a new bid',
    searchWords: ['new', 'create', 'add', 'launch', 'order', 'rent', 'buy'],
    hint: 'new',
    effect: {
      kind: 'new',
      get fields() {
        return placeBidFields();
      },
      open: (context) => placeBidForm(null, context),
    },
  },
  {
    id: 'place-bid-like',
    command: 'place',
    key: 'N',
    label: 'Place a new bid like this one',
    searchWords: ['clone', 'duplicate', 'again', 'relaunch', 'like', 'template'],
    hint: 'new like it',
    disabledReason: (bid) => (isLaunchUnread(bid) ? `${launchUnread(bid)}, so no bid can be placed like it.` : null),
    effect: {
      kind: 'form',
      get fields() {
        return placeBidFields();
      },
      open: placeBidForm,
    },
  },
  {
    id: 'cancel-bid',
    key: 'x',
    label: 'Cancel the bid: asks first',
    searchWords: ['kill', 'stop', 'terminate', 'delete', 'remove', 'rm', 'destroy', 'end', 'abort'],
    hint: 'cancel',
    disabledReason: (bid) => ended(bid, 'cancelled'),
    alreadyDone: (bid) => (isStatus(bid.status, 'terminated') ? `${labelOf(bid)} has ended already.` : null),
    effect: { kind: 'destroy', ask: askToCancel, write: cancelBid },
  },
  {
    id: 'bid-instances',
    key: 'i',
    label: 'Go to its instances',
    searchWords: ['nodes', 'vms'],
    hint: 'instances',
    effect: {
      kind: 'jump',
      to: (bid, context) =>
        instancesOf(bid.fid, context).length === 0
          ? `${labelOf(bid)} has no instances now.`
          : { pane: 'instances', fid: null, filter: `bid:=${quoted(labelOf(bid))}` },
    },
  },
];

/** What can be done with a row of bids. */
export const bidActions: ActionsOf<'bids'> = { actions, verdictOn };
