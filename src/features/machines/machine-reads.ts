import type { Context } from '../../resources/context.ts';

/** Time after which what was computed from readings is computed again without new ones, in milliseconds: they grow old. */
const AGAIN_MS = 5000;

/** Identifies what is known of the machines, for results that depend on it. */
export type MachineRevision = { readonly readings: unknown; readonly period: number };

export function machineRevision({ machines: { readings, at } }: Pick<Context, 'machines'>): MachineRevision {
  return { readings, period: Math.floor(at / AGAIN_MS) };
}

export const isSameRevision = (a: MachineRevision, b: MachineRevision): boolean =>
  a.readings === b.readings && a.period === b.period;

/** Returns a context that notes whether anything was read of the machines: only then a result depends on them. */
export function watchMachines(context: Context): { readonly context: Context; readonly wereRead: () => boolean } {
  let read = false;
  return {
    context: {
      ...context,
      get machines() {
        read = true;
        return context.machines;
      },
      machine: (instance) => {
        read = true;
        return context.machine(instance);
      },
    },
    wereRead: () => read,
  };
}
