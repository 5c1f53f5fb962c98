import { noFeatures } from '../command/feature.ts';
import { commands } from './commands/index.ts';
import { digest } from './digest/index.ts';
import { extras } from './extras/index.ts';
import { fleet } from './fleet/index.ts';
import { headroom } from './headroom/index.ts';
import { machines } from './machines/index.ts';
import { metrics } from './metrics/index.ts';
import { money } from './money/index.ts';
import { notify } from './notify/index.ts';
import { pauseSets } from './pause-sets/index.ts';
import { replay } from './replay/index.ts';
import { rotation } from './rotation/index.ts';
import { rules } from './rules/index.ts';
import { ssh } from './ssh/index.ts';
import { why } from './why/index.ts';

/** The features of the program. A feature may import from those above it; a new one is its folder and its line here. */
export const features = noFeatures
  .with(extras)
  .with(ssh)
  .with(commands)
  .with(headroom)
  .with(machines)
  .with(money)
  .with(pauseSets)
  .with(rules)
  .with(why)
  .with(replay)
  .with(notify)
  .with(rotation)
  .with(digest)
  .with(metrics)
  .with(fleet);
