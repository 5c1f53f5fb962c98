import type { FeaturePanes, PaneParts } from '../../resources/panes.ts';
import { rules } from './pane/rules.ts';

export const rulePanes: PaneParts<Pick<FeaturePanes, 'rules'>> = { panes: { rules } };
