import { actionBindings } from './actions.ts';
import type { Binding } from './binding.ts';
import { formBindings } from './forms.ts';
import { globalBindings } from './global.ts';
import { historyBindings } from './history.ts';
import { listBindings } from './list.ts';
import { overlayBindings } from './overlays.ts';
import { findingBindings } from './palette.ts';
import { requestBindings, requestsBinding } from './requests.ts';
import { secretBindings } from './secrets.ts';

const all: readonly Binding[] = [
  ...actionBindings,
  ...listBindings,
  ...globalBindings,
  ...overlayBindings,
  ...formBindings,
  ...findingBindings,
  ...secretBindings,
  ...historyBindings,
  requestsBinding,
  ...requestBindings,
];

/** Every binding there is; needs no running program. */
export function allBindings(): readonly Binding[] {
  return all;
}
