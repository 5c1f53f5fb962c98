import type { Instance } from '../../contract/instance.ts';
import type { Context } from '../../resources/context.ts';
import { machineOf } from './known-machines.ts';
import { isBusy, isUnreadable } from './reading.ts';

/** The remark on instances that stop although their GPUs work; none where that is not known. */
export function busyRemark(stopping: readonly Instance[], { own, now }: Context): string {
  const readings = stopping.flatMap(({ fid }) => own(machineOf, fid) ?? []);
  const busy = readings.filter((reading) => isBusy(reading, now)).length;
  const unread = readings.filter((reading) => isUnreadable(reading, now)).length;
  if (stopping.length === 1) return busy > 0 ? ', and it is busy' : unread > 0 ? ', and it could not be read' : '';
  const parts = [
    ...(busy === 0 ? [] : [`${busy} of them ${busy === 1 ? 'is' : 'are'} busy`]),
    ...(unread === 0 ? [] : [`${unread}${busy === 0 ? ' of them' : ''} could not be read`]),
  ];
  return parts.map((part) => `, ${part}`).join('');
}
