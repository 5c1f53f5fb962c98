export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Scripts that make a shell complete `spotdeck` by running `spotdeck complete`. */
export const COMPLETION: { readonly [Name in Shell]: string } = {
  bash: `# eval "$(spotdeck completion bash)"
_spotdeck() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$(printf '%q' "$word")"); done < <(spotdeck complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _spotdeck spotdeck
`,
  zsh: `#compdef spotdeck
# eval "$(spotdeck completion zsh)"
_spotdeck() {
  local -a found
  found=("\${(@f)$(spotdeck complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then compadd -a found; else _files; fi
}
compdef _spotdeck spotdeck
`,
  fish: `# spotdeck completion fish | source
function __spotdeck_complete
  set -l words (commandline -opc)
  spotdeck complete -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c spotdeck -f -a '(__spotdeck_complete)'
`,
};
