/**
 * How a program reads its arguments: `code`, each may be code; `remote`, they go to a shell on another machine; `option`, code follows an
 * option, and without it the first operand is the file that is run; `runs`, they are another program, after some operands and options that
 * have a value.
 */
type Reader =
  | { readonly kind: 'code' | 'remote' }
  | { readonly kind: 'option'; readonly option: RegExp; readonly isShell: boolean }
  | { readonly kind: 'runs'; readonly operands: number; readonly valued: string };

const runs = (operands: number, valued = ''): Reader => ({ kind: 'runs', operands, valued });
const after = (option: RegExp): Reader => ({ kind: 'option', option, isShell: false });
const SHELL: Reader = { kind: 'option', option: /^-[a-z]*c|^--(?:init-)?command/i, isShell: true };

/** Programs by name. A name that is not here can still be one: what is not an argument of its own is refused whatever the program is. */
const READERS: readonly (readonly [names: string, reader: Reader])[] = [
  ['sh bash dash zsh ksh mksh ash fish csh tcsh rbash', SHELL],
  ['python pypy guile su runuser', after(/^-[a-z]*c|^--(?:session-)?command/i)],
  [
    'perl raku ruby jruby node nodejs bun deno lua luajit rscript julia elixir iex groovy scala ghc racket clojure clj gnuplot osascript crystal',
    after(/^-\w*[ep]|^--?(?:eval|print|rpc-eval)/i),
  ],
  ['php', after(/^-[rbef]|^--(?:run|process)/i)],
  [
    'awk gawk mawk nawk sed gsed jq eval trap source . watch tmux screen xargs parallel systemd-run make gmake',
    { kind: 'code' },
  ],
  ['less more vi vim nvim gvim view ex ed emacs emacsclient gdb lldb expect sqlite duckdb mongosh', { kind: 'code' }],
  ['powershell pwsh cmd', { kind: 'code' }],
  ['ssh slogin autossh mosh dbclient plink rsh pssh pdsh clush ansible scp sftp rsync', { kind: 'remote' }],
  ['nohup setsid time command busybox caffeinate unshare unbuffer', runs(0)],
  ['npx bunx uvx', runs(0, 'p')],
  ['env', runs(0, 'uC')],
  ['exec', runs(0, 'a')],
  ['nice', runs(0, 'n')],
  ['ionice', runs(0, 'cnpt')],
  ['stdbuf', runs(0, 'ioe')],
  ['strace ltrace', runs(0, 'eopsuE')],
  ['sudo doas', runs(0, 'ughpCDRTUrt')],
  ['timeout', runs(1, 'ks')],
  ['chroot taskset chrt', runs(1)],
  ['flock', runs(1, 'wE')],
];

const byName = new Map(READERS.flatMap(([names, reader]) => names.split(' ').map((name) => [name, reader] as const)));

/** How a program reads its arguments, whatever its folder and its version: `/usr/bin/python3.12`. Undefined for one that is not known. */
export function readerOf(program: string): Reader | undefined {
  const name = program.replace(/^.*[/\\]/, '').toLowerCase();
  return byName.get(name) ?? byName.get(name.replace(/\.exe$/, '').replace(/[-.\d]+$/, ''));
}

/**
 * The place of the program that runs in the end, behind `env`, `sudo` and the like; the length of the list when there is none. `env` has
 * variables before it.
 */
export function programAt(parts: readonly string[]): number {
  let at = 0;
  for (;;) {
    const reader = readerOf(parts[at] ?? '');
    if (reader?.kind !== 'runs') return at;
    let operands = reader.operands;
    at += 1;
    for (let part = parts[at]; part !== undefined; part = parts[at]) {
      const isOption = /^-./.test(part) && part !== '--';
      const isVariable = /^\w+=/.test(part);
      if (!isOption && !isVariable && part !== '--') {
        if (operands === 0) break;
        operands -= 1;
      }
      // An option of one letter with its value in the next argument.
      at += isOption && part.length === 2 && reader.valued.includes(part.charAt(1)) ? 2 : 1;
    }
  }
}
