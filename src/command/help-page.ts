/** A help before it fits a terminal. The build keeps all of them, so printing one loads no command. */
export type HelpPage = {
  /** Width of the terms, in columns. */
  readonly termWidth: number;
  readonly lines: readonly HelpLine[];
};

/** A fixed line, a term with its text, or a paragraph. */
type HelpLine = string | { readonly term: string | null; readonly text: string };

const INDENT = 2;
/** Texts are never narrower. */
const LEAST_WIDTH = 40;

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
