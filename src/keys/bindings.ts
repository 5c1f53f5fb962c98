import { rememberLast } from '../lib/remember.ts';
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
import { findingBindings } from './palette.ts';
import { replayBindings } from './replay.ts';
import { requestBindings, requestsBinding } from './requests.ts';
import { secretBindings } from './secrets.ts';

const all: readonly Binding[] = [
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
  requestsBinding,
  ...requestBindings,
  ...replayBindings,
];

const withKeys = rememberLast((rebound: Rebound): readonly Binding[] =>
  all.map((binding) => reboundAs(binding, rebound)),
);

/** Every binding there is, with the operator's own keys; needs no running program. */
export function allBindings(rebound: Rebound): readonly Binding[] {
  return rebound.size === 0 ? all : withKeys(rebound);
}
