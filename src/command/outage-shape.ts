import { type Outage, outageMs } from '../changes/incident.ts';
import { flag, number, type Shape, time } from './json.ts';

/** The seconds of an outage count up to `now` until it is over. */
export const outageShape: Shape<{ readonly outage: Outage; readonly now: number }> = {
  from: time(({ outage }) => outage.from),
  to: time(({ outage }) => outage.to),
  is_back: flag(({ outage }) => outage.isBack),
  seconds: number(({ outage, now }) => Math.round(outageMs(outage, now) / 1000)),
};
