import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { applyChanges } from './console/apply-changes.ts';
import { fleetDialog } from './console/fleet-dialog.ts';

export const screen = {
  dialogs: { fleet: fleetDialog },
  questions: { fleet: applyChanges },
} satisfies ScreenParts;
