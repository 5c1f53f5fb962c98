import {
  groupClosed,
  groupOpened,
  groupToggled,
  isInGroup,
  isOnGroup,
  whyGroupStays,
} from '../../store/panes/open-groups.ts';
import { type PaneBinding, transition } from '../keys/binding.ts';

/** Bindings of groups of events. */
export const eventGroupBindings: readonly PaneBinding[] = [
  {
    id: 'toggle-group',
    keys: ['Enter'],
    label: 'Open or close the group of events',
    hint: 'open/close',
    scope: 'activity',
    when: (state) => isOnGroup(state, 'activity'),
    disabled: (state) => whyGroupStays(state, 'activity'),
    run: transition((state) => groupToggled(state, 'activity')),
  },
  {
    id: 'open-group',
    keys: ['Right'],
    label: 'Open the group of events',
    hint: null,
    scope: 'activity',
    // In a recording their keys move through it; Enter opens and closes there.
    when: (state) => state.shownInstead === null && isInGroup(state, 'activity'),
    disabled: (state) => whyGroupStays(state, 'activity'),
    run: transition((state) => groupOpened(state, 'activity')),
  },
  {
    id: 'close-group',
    keys: ['Left'],
    label: 'Close the group of events',
    hint: null,
    scope: 'activity',
    // In a recording their keys move through it; Enter opens and closes there.
    when: (state) => state.shownInstead === null && isInGroup(state, 'activity'),
    disabled: (state) => whyGroupStays(state, 'activity'),
    run: transition((state) => groupClosed(state, 'activity')),
  },
];
