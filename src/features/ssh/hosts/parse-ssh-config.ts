import { type HostTest, hostTest, matchTest } from './host-patterns.ts';

/** The lines of a configuration of `ssh` from one `Host` or `Match` to the next. */
export type Section = {
  /** Line of its `Host` or `Match`, from 1 on. */
  readonly line: number;
  readonly applies: HostTest;
  readonly includes: readonly string[];
  /** True when it sets another host to connect to, so that `Match host` after it can't be judged. */
  readonly isRenaming: boolean;
  /** Hosts that connections go through. */
  readonly jumps: readonly string[];
};

type Draft = { line: number; applies: HostTest; includes: string[]; isRenaming: boolean; jumps: string[] };

/** Parses a configuration as `ssh` does: keywords in any case, words in quotes, `=` or blanks between them (ssh_config(5)). */
export function parseSshConfig(text: string): readonly Section[] {
  const sections: Draft[] = [];
  const open = (line: number, applies: HostTest): Draft => {
    const section = { line, applies, includes: [], isRenaming: false, jumps: [] };
    sections.push(section);
    return section;
  };
  let section = open(1, () => 'to-any');
  for (const [at, line] of text.split('\n').entries()) {
    const [, keyword = '', rest = ''] = /^\s*"?([A-Za-z]+)"?(?:\s*=\s*|\s+|(?="))(.*)$/.exec(line) ?? [];
    switch (keyword.toLowerCase()) {
      case 'host':
        section = open(at + 1, hostTest(wordsOf(rest)));
        break;
      case 'match':
        section = open(at + 1, matchTest(wordsOf(rest, '=')));
        break;
      case 'include':
        section.includes.push(...wordsOf(rest));
        break;
      case 'hostname':
        if (wordsOf(rest)[0] !== '%h') section.isRenaming = true;
        break;
      case 'proxyjump':
        section.jumps.push(...jumpsOf(wordsOf(rest)[0] ?? ''));
        break;
    }
  }
  return sections;
}

/** The hosts of a list such as `me@first:22,ssh://second`. */
function jumpsOf(list: string): readonly string[] {
  return list.split(',').map((jump) =>
    jump
      .replace(/^ssh:\/\//, '')
      .replace(/^.*@/, '')
      .replace(/:\d+$/, ''),
  );
}

/**
 * The words of a line as `ssh` splits them: quotes keep blanks, a backslash keeps a quote or a blank, a `#` at
 * the start of a word begins a comment. `separator` separates words as a blank does.
 */
function wordsOf(text: string, separator = ' '): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  const letters = [...text];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? '';
    const next = letters[at + 1] ?? '';
    const isBlank = /\s/.test(letter) || letter === separator;
    if (quote === null && isBlank) {
      if (word !== null) words.push(word);
      word = null;
    } else if (quote === null && word === null && letter === '#') {
      break;
    } else if (letter === '\\' && (/["'\\]/.test(next) || (quote === null && next === ' '))) {
      word = `${word ?? ''}${next}`;
      at += 1;
    } else if (quote === null && (letter === '"' || letter === "'")) {
      quote = letter;
      word ??= '';
    } else if (letter === quote) {
      quote = null;
    } else {
      word = `${word ?? ''}${letter}`;
    }
  }
  if (word !== null) words.push(word);
  return words;
}
