/** All panes with their actions, as one file of the bundle: everything but `get` has them. */
// This import keeps the bundle in fewer files.
import './bundle-get.ts';

// biome-ignore lint/performance/noBarrelFile: one file of the bundle is what it is for
export { composedPanes } from '../resources/service-actions.ts';
