/** Spotdeck's query. */
const FIELDS = 'index,name,utilization.gpu,memory.used,memory.total,temperature.gpu,power.draw';

export type MadeGpu = {
  readonly name?: string;
  /** As printed: `97`, `[N/A]`, `ERR!`. */
  readonly utilization: number | string;
  readonly used?: number | string;
  readonly total?: number | string;
  readonly temperature?: number | string;
  readonly power?: number | string;
  readonly processes?: readonly { readonly pid: number; readonly name: string; readonly memory: number | string }[];
};

const uuidOf = (index: number): string => `GPU-00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** Literally. */
const printing = (lines: readonly string[]): string =>
  lines.length === 0 ? ':' : `cat <<'END_OF_TEXT'\n${lines.join('\n')}\nEND_OF_TEXT`;

/** For exactly the queries of spotdeck. */
export function nvidiaSmi(gpus: readonly MadeGpu[]): string {
  const rows = gpus.map(
    ({ name = 'NVIDIA H100 80GB HBM3', utilization, used = 70_000, total = 81_559, ...rest }, index) =>
      [index, name, utilization, used, total, rest.temperature ?? 63, rest.power ?? '642.17'].join(', '),
  );
  const apps = gpus.flatMap(({ processes = [] }, index) =>
    processes.map(({ pid, name, memory }) => [uuidOf(index), pid, memory, name].join(', ')),
  );
  const names = gpus.map(
    ({ name = 'NVIDIA H100 80GB HBM3' }, index) => `GPU ${index}: ${name} (UUID: ${uuidOf(index)})`,
  );
  return `#!/bin/sh
case "$*" in
'--query-gpu=${FIELDS} --format=csv,noheader,nounits')
${printing(rows)}
;;
'--query-compute-apps=gpu_uuid,pid,used_memory,process_name --format=csv,noheader,nounits')
${printing(apps)}
;;
-L)
${printing(names)}
;;
*) echo "unexpected: $*"; exit 2 ;;
esac
`;
}

const training = { pid: 4101, name: 'python', memory: 69_000 };

export const TOOLS = {
  steady: nvidiaSmi(
    Array.from({ length: 8 }, (_, n) => ({ utilization: 97, processes: [{ ...training, pid: 4101 + n }] })),
  ),
  /** Changes with each sample. */
  busy: nvidiaSmi([{ utilization: 'LOAD' }]).replace('cat <<', () => `sed "s/LOAD/$(($$ % 100))/" <<`),
  idle: nvidiaSmi([{ utilization: 0, used: 4, temperature: 31, power: '68.20' }]),
  driver: `#!/bin/sh
echo "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed and running."
echo
exit 9
`,
  flood: '#!/bin/sh\nhead -c 1000000 /dev/zero | tr "\\0" x\n',
  escapes: nvidiaSmi([
    {
      name: 'Evil\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eGPU',
      utilization: 5,
      processes: [{ pid: 7, name: '/x/\u001b[31mred\u001b[0m --token=secret', memory: 1 }],
    },
  ]),
  hanging: '#!/bin/sh\nexec sleep 1000\n',
  rocm: `#!/bin/sh
cat <<'END_OF_TEXT'
WARNING: AMD GPU device(s) is/are in a low-power state. Check power control/runtime_status

device,Temperature (Sensor edge) (C),Temperature (Sensor junction) (C),Temperature (Sensor memory) (C),Current Socket Graphics Package Power (W),GPU use (%),VRAM Total Memory (B),VRAM Total Used Memory (B),Card Series,Card Model,Card Vendor,Card SKU,Node ID,GFX Version
card0,N/A,41.0,35.0,541.0,99,206141652992,180000000000,AMD Instinct MI300X,0x74a1,Advanced Micro Devices Inc. [AMD/ATI],M3000100,1,gfx942
card1,N/A,38.0,33.0,141.0,0,206141652992,300000000,AMD Instinct MI300X,0x74a1,Advanced Micro Devices Inc. [AMD/ATI],M3000100,2,gfx942
END_OF_TEXT
`,
  amd: `#!/bin/sh
case "$*" in
'metric --usage --power --temperature --mem-usage --csv')
cat <<'END_OF_TEXT'
gpu,gfx_activity,umc_activity,mm_activity,vcn_activity,socket_power,gfx_voltage,edge,hotspot,mem,total_vram,used_vram,free_vram
0,99,80,N/A,"['N/A', 'N/A']",690,N/A,N/A,61,45,262144,250000,12144
END_OF_TEXT
;;
'static --asic --csv')
cat <<'END_OF_TEXT'
gpu,market_name,vendor_id,vendor_name
0,AMD Instinct MI355X,0x1002,Advanced Micro Devices Inc. [AMD/ATI]
END_OF_TEXT
;;
*) echo "unexpected: $*"; exit 2 ;;
esac
`,
} as const;
