import type { FeaturePanes, PaneParts } from '../../resources/panes.ts';
import { rules } from './pane/rules.ts';

/** The pane of rules. */
export const rulePanes: PaneParts<Pick<FeaturePanes, 'rules'>> = { panes: { rules } };
