import { PAYLOADS } from '../../../attacks/payloads.ts';
import type { AttackRow } from '../../../attacks/row.ts';
import * as logins from './logins.ts';
import * as servers from './servers.ts';
import * as tmux from './tmux.ts';

const ALL_TEXTS = 'every hostile text';
const NAMES = 'names of bids and instances';
const ONE = { texts: 1, doors: 1, exits: 1 } as const;

/** Attacks on logins. */
export const attacks: readonly AttackRow[] = [
  {
    id: 'tmux-windows',
    group: 'commands',
    enters: NAMES,
    tries: `${ALL_TEXTS}, as the name of a tmux window: formats, commands, the end of a command`,
    happens: 'the window has a plain name and runs `ssh` with the address; nothing else runs',
    tried: { texts: PAYLOADS, doors: 1, exits: 1 },
    proof: tmux.tmuxWindows,
    needs: ['tmux'],
    asProgram: true,
  },
  {
    id: 'addresses',
    group: 'commands',
    enters: 'addresses of instances, alone, as user, host, port, URL and in brackets',
    tries: `${ALL_TEXTS}, such as \`-oProxyCommand=…\`, on the way to \`ssh\`, \`ssh-config\` and the look at who answers`,
    happens: '`ssh` is started with `--` before a plain host, or not at all',
    tried: { texts: PAYLOADS, doors: 6, exits: 4 },
    proof: logins.addresses,
  },
  {
    id: 'many-logins',
    group: 'commands',
    enters: `${NAMES}, and what the machines answer`,
    tries: `${ALL_TEXTS}, in \`ssh BID --all -- command\``,
    happens: 'each line begins with the name of its machine, and none can look like that of another one',
    tried: { texts: PAYLOADS, doors: 3, exits: 2 },
    proof: logins.manyLogins,
  },
  {
    id: 'ssh-config-names',
    group: 'commands',
    enters: NAMES,
    tries: `${ALL_TEXTS}, in \`ssh-config\`: patterns, \`Match exec\`, settings`,
    happens: 'each alias is plain, stands once, and leads to its own machine, as `ssh -G` says',
    tried: { texts: PAYLOADS, doors: 2, exits: 1 },
    proof: logins.sshConfigNames,
    needs: ['ssh'],
  },
  {
    id: 'ssh-config-numbers',
    group: 'commands',
    enters: NAMES,
    tries: 'names that end as numbered aliases do, such as `run-00001-0`',
    happens: 'a name leads to the instance of that name',
    tried: { texts: 6, doors: 1, exits: 1 },
    proof: logins.sshConfigNumbers,
    needs: ['ssh'],
  },
  {
    id: 'ssh-config-hosts',
    group: 'commands',
    enters: 'names of instances',
    tries: '`github.com`, `*`, an address, a host of your own `~/.ssh/config`, names that its patterns cover',
    happens: 'none of them is taken over',
    tried: { texts: 7, doors: 1, exits: 1 },
    proof: logins.sshConfigHosts,
    needs: ['ssh'],
  },
  {
    id: 'config-nothing',
    group: 'losses',
    enters: 'addresses that cannot be used, all of them',
    tries: 'an `ssh-config` without a host',
    happens: 'said on stderr, exit code 1',
    tried: ONE,
    proof: logins.sshConfigNothing,
  },
  {
    id: 'program-answers',
    group: 'commands',
    enters: 'what `tmux` and `ssh` answer',
    tries: 'all hostile texts as one, on stdout and stderr, in `doctor`, notices and Sessions',
    happens: 'shown as text',
    tried: { texts: 1, doors: 4, exits: 3 },
    proof: servers.programAnswers,
  },
  {
    id: 'banners',
    group: 'commands',
    enters: 'what SSH servers say first',
    tries: 'hostile texts, and bytes without end',
    happens: '`up` or `no banner`; nothing of it is shown or kept',
    tried: { texts: servers.BANNERS, doors: 1, exits: 1 },
    proof: servers.banners,
  },
];
