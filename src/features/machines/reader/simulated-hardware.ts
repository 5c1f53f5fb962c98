const GIB = 1024 ** 3;

/** A model of GPU: its name as the driver shows it, memory in bytes, power in watts at rest and at most, degrees Celsius at rest and in full use. */
type Model = {
  readonly name: string;
  readonly memory: number;
  readonly power: { readonly rest: number; readonly most: number };
  readonly temperature: { readonly rest: number; readonly most: number };
};

const MODELS = new Map<string, Model>([
  ['b200', model('NVIDIA B200', 179, [140, 1000], [29, 61])],
  ['h200', model('NVIDIA H200', 140, [76, 700], [28, 66])],
  ['h100', model('NVIDIA H100 80GB HBM3', 80, [71, 700], [28, 67])],
  ['a100', model('NVIDIA A100-SXM4-80GB', 80, [58, 400], [30, 68])],
  ['l40s', model('NVIDIA L40S', 45, [34, 350], [31, 73])],
  ['l4', model('NVIDIA L4', 23, [16, 72], [34, 74])],
]);

function model(
  name: string,
  gib: number,
  [rest, most]: readonly [number, number],
  [cool, warm]: readonly [number, number],
): Model {
  return { name, memory: gib * GIB, power: { rest, most }, temperature: { rest: cool, most: warm } };
}

/** What a simulated machine is made of. Memory and disk in bytes. */
export type Hardware = {
  /** Null for a machine without GPUs. */
  readonly gpus: { readonly count: number; readonly model: Model } | null;
  readonly processors: number;
  readonly memory: number;
  readonly disk: number;
};

/** Returns the hardware that an instance type such as `8xh100.us-east1-b` names; no GPU when it names none that is known. */
export function hardwareOf(instanceType: string): Hardware {
  const [, digits = '1', named = ''] =
    /(?:^|[^a-z0-9])(?:(\d{1,2})x)?([a-z]+\d+[a-z]*)/.exec(instanceType.toLowerCase()) ?? [];
  const found = MODELS.get(named);
  if (found === undefined) return { gpus: null, processors: 8, memory: 32 * GIB, disk: 100 * GIB };
  const count = Math.min(16, Math.max(1, Number(digits)));
  return {
    gpus: { count, model: found },
    processors: 24 * count,
    memory: (count === 1 ? 96 : 256 * count) * GIB,
    disk: (count === 1 ? 400 : 1800) * GIB,
  };
}
