import { rememberLast } from '../lib/remember.ts';
import type { OwnCommand } from '../resources/own-command.ts';
import type { Rebound } from '../state/key-names.ts';
import { actionBindings } from './actions.ts';
import { type Binding, reboundAs } from './binding.ts';
import { arrangingBindings, columnBindings } from './columns.ts';
import { exposureBinding, exposureBindings } from './exposure.ts';
import { formBindings } from './forms.ts';
import { globalBindings } from './global.ts';
import { historyBindings } from './history.ts';
import { listBindings } from './list.ts';
import { overlayBindings } from './overlays.ts';
import { ownBindings, runBindings, runsBinding } from './own.ts';
import { findingBindings } from './palette.ts';
import { replayBindings } from './replay.ts';
import { requestBindings, requestsBinding } from './requests.ts';
import { secretBindings } from './secrets.ts';
import { tapBindings } from './taps.ts';

const all: readonly Binding[] = [
  ...tapBindings,
  ...actionBindings,
  ...listBindings,
  ...arrangingBindings,
  ...globalBindings,
  ...overlayBindings,
  ...formBindings,
  ...findingBindings,
  ...secretBindings,
  ...historyBindings,
  ...columnBindings,
  exposureBinding,
  ...exposureBindings,
  runsBinding,
  ...runBindings,
  requestsBinding,
  ...requestBindings,
  ...replayBindings,
];

const withKeys = rememberLast((rebound: Rebound): readonly Binding[] =>
  all.map((binding) => reboundAs(binding, rebound)),
);

const withOwn = rememberLast((known: readonly Binding[], commands: readonly OwnCommand[]): readonly Binding[] => [
  ...known,
  ...ownBindings(commands),
]);

/** Every binding there is, with the operator's own keys and commands; needs no running program. */
export function allBindings(rebound: Rebound, commands: readonly OwnCommand[] = []): readonly Binding[] {
  const known = rebound.size === 0 ? all : withKeys(rebound);
  return commands.length === 0 ? known : withOwn(known, commands);
}
