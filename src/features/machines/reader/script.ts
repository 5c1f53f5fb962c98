/** Version of the script's output. */
const VERSION = 1;
/** Earlier output, such as a machine's greeting, is ignored. */
export const HELLO = `spotdeck-machine ${VERSION}`;
/** Time for each tool, in seconds. */
export const TOOL_SECONDS = 10;

/** Marks a cut line: the tool was ended, or its output too long. */
export const CUT = '|cut';

/** Fields that `nvidia-smi --query-gpu` is asked for, in their order. */
export const NVIDIA_FIELDS = [
  'index',
  'name',
  'utilization.gpu',
  'memory.used',
  'memory.total',
  'temperature.gpu',
  'power.draw',
] as const;

/**
 * Runs in any POSIX `sh`, sent over stdin; nothing is stored on the machine. After the hello it reads a request per
 * line, `all ID`, `gpus ID` or `host ID`, and answers tagged lines up to `end ID`. `all` also names GPUs; `host` skips
 * a hanging tool. The last line is one command: a shell reading in blocks has the whole script before the hello, and
 * swallows no request.
 */
export const SCRIPT = `PATH=$PATH:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/opt/rocm/bin:/usr/local/nvidia/bin:/usr/lib/wsl/lib
LC_ALL=C
export PATH LC_ALL
exec 2>/dev/null

has() { command -v "$1" >/dev/null; }

# limited COMMAND...: runs it without input, for at most ${TOOL_SECONDS} seconds.
if timeout -k 1 1 true </dev/null; then
  limited() { timeout -k 1 ${TOOL_SECONDS} "$@" </dev/null 2>&1; }
else
  limited() {
    "$@" </dev/null 2>&1 &
    tool=$!
    (second=0; while [ "$second" -lt ${TOOL_SECONDS} ]; do sleep 1; second=$((second + 1)); done; kill -9 "$tool") </dev/null >/dev/null &
    guard=$!
    wait "$tool"
    ended=$?
    kill "$guard"
    return "$ended"
  }
fi

# run TAG BYTES COMMAND...: prints the beginning of its output with the tag before each line; sets code.
# A last line that did not end gets |cut at its end.
run() {
  tag=$1 bytes=$2
  shift 2
  { code=$({ { limited "$@" 3>&- 4>&-; echo $? >&4; } | head -c "$bytes" | sed "s/^/$tag /" >&3; } 4>&1); } 3>&1
  echo '${CUT}'
}

host() {
  sed 's/^/load /' /proc/loadavg
  if has nproc; then echo "processors $(nproc)"; else echo "processors $(getconf _NPROCESSORS_ONLN)"; fi
  sed -n 's/^Mem/memory Mem/p' /proc/meminfo
  run disk 1000 df -P -k /
}

nvidia() {
  has nvidia-smi || return 1
  run nvidia 16000 nvidia-smi --query-gpu=${NVIDIA_FIELDS.join()} --format=csv,noheader,nounits
  echo "exit nvidia-smi $code"
  [ "$code" = 0 ] || return 1
  run process 16000 nvidia-smi --query-compute-apps=gpu_uuid,pid,used_memory,process_name --format=csv,noheader,nounits
  [ "$1" != all ] || run uuid 16000 nvidia-smi -L
}

rocm() {
  has rocm-smi || return 1
  run rocm 16000 rocm-smi --showproductname --showuse --showmeminfo vram --showtemp --showpower --csv
  echo "exit rocm-smi $code"
  [ "$code" = 0 ]
}

amd() {
  has amd-smi || return 1
  run amd 32000 amd-smi metric --usage --power --temperature --mem-usage --csv
  echo "exit amd-smi $code"
  [ "$1" != all ] || run name 16000 amd-smi static --asic --csv
}

# hangs: whether the last tool was ended because its time was over.
hangs() { case $code in 124 | 137 | 143) ;; *) false ;; esac; }

gpus() {
  code=
  nvidia "$1" || hangs || rocm || hangs || amd "$1"
  echo "end $2"
}

main() {
  echo
  echo '${HELLO}'
  while read -r what id; do
    host
    if [ "$what" = host ]; then
      echo "end $id"
    else
      wait
      gpus "$what" "$id" </dev/null &
    fi
  done
}

main; exit 0
`;
