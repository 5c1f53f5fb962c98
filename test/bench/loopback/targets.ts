/**
 * Upper limits of what is measured on loopback: of the ratio to the floor, or of the value where the name says its unit.
 */
export const TARGETS = {
  poll: { mergedBesideParsing: 4, longestBlockMs: 16, heapBesideBegin: 1.1 },
  starts: {
    versionBesideNode: 1.3,
    helpBesideNode: 1.6,
    getBesideFetch: 1.5,
    firstFrameBesideHello: 1.5,
    firstRowsBesideHello: 2,
    oneFileBesidePackage: 1.1,
  },
  moves: {
    besideInk: 3,
    slowestMs: 33,
    bytesBesideTig: 2,
    slowLineBesideTig: 2,
    slowestLetterMs: 33,
    memoryBesideInk: 2,
  },
  idle: { processorBesideLoop: 1.5, clears: 0 },
  console: {
    firstByteMedianMs: 2.5,
    firstByteP95Ms: 8,
    lastByteP95Ms: 16,
    lastByteWorstMs: 33,
    keyBytes: 450,
    keyProcessorMs: 4,
    keysAtOnceMs: 20,
    keysAtOnceWorstMs: 100,
    restProcessorPercent: 4,
    restWakeUps: 30,
    restBytes: 60,
  },
} as const;

/** Memory at peak by the number of instances up to which it holds, in MiB. */
const MEMORY = [
  { instances: 10_000, mib: 160 },
  { instances: 100_000, mib: 350 },
] as const;

/** The target of the memory at peak of a fleet; null for a larger one. */
export const memoryTarget = (instances: number): number | null =>
  MEMORY.find((bound) => instances <= bound.instances)?.mib ?? null;
