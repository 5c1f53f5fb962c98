/** Names in a configuration of `ssh`: hosts without patterns, and included files. */
export type NamedHosts = { readonly hosts: readonly string[]; readonly includes: readonly string[] };

/** Criteria of `Match` whose values name hosts (ssh_config(5)). */
const HOST_CRITERIA = ['host', 'originalhost'];

/** Parses the hosts and includes of a configuration as `ssh` does: keywords in any case, quoted words, `=` or blanks between them. */
export function parseHosts(text: string): NamedHosts {
  const hosts: string[] = [];
  const includes: string[] = [];
  for (const line of text.split('\n')) {
    const [, keyword = '', rest = ''] = /^\s*([A-Za-z]+)(?:\s*=\s*|\s+)(.*)$/.exec(line) ?? [];
    const words = wordsOf(rest);
    switch (keyword.toLowerCase()) {
      case 'host':
        hosts.push(...words);
        break;
      case 'match':
        hosts.push(
          ...words.flatMap((word, at) => (HOST_CRITERIA.includes(criterion(words[at - 1])) ? word.split(',') : [])),
        );
        break;
      case 'include':
        includes.push(...words);
        break;
    }
  }
  return { hosts: hosts.filter((host) => host !== '' && !/[*?!]/.test(host)), includes };
}

function criterion(word: string | undefined): string {
  return (word ?? '').toLowerCase();
}

/** Returns the words of a line: in double quotes with blanks in them; a `#` begins a comment. */
function wordsOf(text: string): readonly string[] {
  const words = Array.from(text.matchAll(/"([^"]*)"|([^\s"]+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');
  const comment = words.findIndex((word) => word.startsWith('#'));
  return comment < 0 ? words : words.slice(0, comment);
}
