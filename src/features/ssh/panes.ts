import type { Instance } from '../../contract/instance.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import type { FeaturePanes, PaneParts } from '../../resources/panes.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { sessions } from './sessions.ts';
import { logIn, logInBeside, logInToBid, noLogin, noLoginOfBid, reachOf, reachWord } from './ssh-login.ts';

/** Being unreachable is an error only for a running instance. */
function reachCell(instance: Instance, context: Context): Cell {
  const reach = instance.ssh_destination === null ? null : context.own(reachOf, instance.fid);
  if (reach === null) return { text: context.glyphs.none, tone: 'dim' };
  const tone = reach.kind === 'up' ? 'good' : isStatus(instance.status, 'running') ? 'bad' : 'dim';
  return { text: reachWord(reach) ?? context.glyphs.none, tone };
}

const searchWords = ['shell', 'ssh', 'terminal'];

export const sshPanes: PaneParts<Pick<FeaturePanes, 'sessions'>> = {
  panes: { sessions },
  additions: {
    instances: {
      columns: {
        before: 'ip',
        add: [
          {
            id: 'reach',
            header: 'REACH',
            width: 9,
            maxWidth: 11,
            priority: 2,
            hidesEmpty: true,
            cell: reachCell,
            sortBy: (instance, context) => reachCell(instance, context).text,
          },
        ],
      },
      lines: {
        before: 'Private IP',
        add: (instance, context) => [{ label: 'Reach', ...reachCell(instance, context) }],
      },
      actions: {
        before: 'instance-bid',
        add: [
          {
            id: 'ssh',
            key: 's',
            label: 'Log in over SSH',
            searchWords,
            hint: 'ssh',
            disabledReason: noLogin,
            effect: { kind: 'work', work: logIn },
          },
          {
            id: 'ssh-split',
            key: '',
            formerly: { keys: ['S'] },
            label: 'Log in over SSH in a split of the tmux window',
            searchWords: ['split', 'tmux'],
            hint: null,
            disabledReason: noLogin,
            effect: { kind: 'work', work: logInBeside },
          },
        ],
      },
    },
    bids: {
      actions: {
        before: 'bid-instances',
        add: [
          {
            id: 'bid-ssh',
            key: 's',
            label: 'Log in over SSH to an instance of it',
            searchWords,
            hint: null,
            disabledReason: noLoginOfBid,
            onPreemption: 'logs in',
            effect: { kind: 'work', work: logInToBid },
          },
        ],
      },
    },
  },
};
