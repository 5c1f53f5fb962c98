/** A help before it is fitted to the width of a terminal. The build keeps those of all commands, so that none is loaded to print one. */
export type HelpPage = {
  /** Width of the terms that texts stand beside. */
  readonly termWidth: number;
  readonly lines: readonly HelpLine[];
};

/** A line that is printed as it is, a term with a text beside it, or a paragraph of its own. */
type HelpLine = string | { readonly term: string | null; readonly text: string };

const INDENT = 2;
/** Texts are not wrapped to less than this. */
const LEAST_WIDTH = 40;

/** The text of a help, fitted to a width. */
export function pageText({ termWidth, lines }: HelpPage, width: number): string {
  const before = termWidth + 2 * INDENT;
  return lines
    .flatMap((line) => {
      if (typeof line === 'string') return [line];
      const { term, text } = line;
      if (term === null) return wrapped(text, width);
      if (text === '') return [`${' '.repeat(INDENT)}${term}`];
      return wrapped(text, width - before).map(
        (part, n) => `${n === 0 ? `${' '.repeat(INDENT)}${term}`.padEnd(before) : ' '.repeat(before)}${part}`,
      );
    })
    .join('\n');
}

function wrapped(text: string, width: number): readonly string[] {
  if (width < LEAST_WIDTH) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
