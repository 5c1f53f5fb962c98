/** All panes with what can be done in them, as one file of the bundle: every program but `get` has them. */
// It goes on from what `get` has; with this import less code is cut into files of its own.
import './bundle-get.ts';

// biome-ignore lint/performance/noBarrelFile: one file of the bundle is what it is for
export { composedPanes } from '../resources/service-actions.ts';
