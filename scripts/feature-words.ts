// Finds words of features in the kernel: in the names of files, identifiers and properties, and in literal kinds.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words separated by spaces; the parts of one that several words make are joined by hyphens. */
type Words = string;

export interface FeatureWords {
  /** The words of each feature. A plural by `s` is meant, too. */
  readonly words: Readonly<Record<string, Words>>;
  /** Names with such a word that mean something else. */
  readonly exceptions: readonly {
    readonly name: string;
    /** Folders and files of src that may use it, separated by spaces; by default all. */
    readonly in?: string;
    readonly why: string;
  }[];
}

/** A name in the code, or of a file when it has no line. */
interface Named {
  readonly path: string;
  readonly line: number | null;
  readonly name: string;
}

const COMMENT = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`;
const TEXT = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`;
/** A regular expression: a slash behind a name or a bracket that closes divides. */
const PATTERN = String.raw`(?<=(?:[(,=:[!&|?;{]|return)\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/`;
const TOKEN = new RegExp(String.raw`${COMMENT}|${PATTERN}|(?<text>${TEXT})|(?<name>[A-Za-z_$][\w$]*)|[${'`'}{}]`, 'g');
const REST_OF_TEMPLATE = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*(?<end>`|\$\{|$)/y;
/** A text that is a name and no sentence. */
const KIND = /^[A-Za-z][\w-]*$/;

/** The names in some code with the places where they begin: identifiers, properties, and texts that are one. */
function namesIn(code: string): readonly { readonly name: string; readonly at: number }[] {
  const names: { readonly name: string; readonly at: number }[] = [];
  /** How many brackets are open in each template around the place. */
  const templates: number[] = [];
  const skipTemplate = (from: number): number => {
    REST_OF_TEMPLATE.lastIndex = from;
    const rest = REST_OF_TEMPLATE.exec(code);
    if (rest?.groups?.['end'] === '${') templates.push(0);
    return from + (rest?.[0].length ?? 0);
  };
  let from = 0;
  for (;;) {
    TOKEN.lastIndex = from;
    const found = TOKEN.exec(code);
    if (found === null) return names;
    const [token] = found;
    const { text, name = text?.slice(1, -1) } = found.groups ?? {};
    const open = templates.at(-1);
    from = found.index + token.length;
    if (token === '`') from = skipTemplate(from);
    else if (token === '}' && open === 0) {
      templates.pop();
      from = skipTemplate(from);
    } else if (open !== undefined && token === '{') templates.splice(-1, 1, open + 1);
    else if (open !== undefined && token === '}') templates.splice(-1, 1, open - 1);
    else if (name !== undefined && KIND.test(name)) names.push({ name, at: found.index });
  }
}

/** The names of all files and in all code of src but of the features. */
export function readNames(root: string): readonly Named[] {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('features/'))
    .toSorted();
  return files.flatMap((path): readonly Named[] => {
    const code = readFileSync(join(root, 'src', path), 'utf8');
    const parts = path.replace(/\.tsx?$/, '').split('/');
    const inCode = namesIn(code).map(({ name, at }) => ({ path, name, line: code.slice(0, at).split('\n').length }));
    return [...parts.map((name) => ({ path, line: null, name })), ...inCode];
  });
}

/** The words of a name in lower case: `maxPauseSets`, `max_pause_sets` and `max-pause-sets` have the same three. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

const listed = (names: string): readonly string[] => names.split(' ').filter((name) => name !== '');

/** The places in a name where a word begins, which may have several parts. */
function placesOf(name: readonly string[], word: readonly string[]): readonly number[] {
  const isAt = (place: number): boolean =>
    word.every((part, index) => {
      const own = name[place + index];
      return own === part || (index === word.length - 1 && own === `${part}s`);
    });
  return name.flatMap((_, place) => (isAt(place) ? [place] : []));
}

const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** A sentence for each word of a feature in the kernel, each feature without words, and each exception that nothing uses. */
export function featureWordFaults({ words, exceptions }: FeatureWords, names: readonly Named[]): readonly string[] {
  const inWords = names.map((one) => ({ ...one, own: wordsOf(one.name) }));
  const known = Object.entries(words).flatMap(([feature, own]) =>
    listed(own).map((word) => ({ feature, word, parts: wordsOf(word) })),
  );
  const allowed = exceptions.flatMap(({ name, in: places }) =>
    (places === undefined ? [null] : listed(places)).map((place) => ({ name, parts: wordsOf(name), place })),
  );
  const isThere = (path: string, place: string | null): boolean => place === null || isIn(path, place);
  const found = inWords.flatMap(({ path, line, name, own }) => {
    const isAllowed = (begin: number, end: number): boolean =>
      allowed.some(
        ({ parts, place }) =>
          isThere(path, place) && placesOf(own, parts).some((at) => at <= begin && end <= at + parts.length),
      );
    const where = line === null ? `src/${path}` : `src/${path}:${line}`;
    return known.flatMap(({ feature, word, parts }) =>
      placesOf(own, parts).every((at) => isAllowed(at, at + parts.length))
        ? []
        : [`${where} is named ${name}: "${word}" is a word of the feature ${feature}.`],
    );
  });
  return [
    ...Object.entries(words)
      .filter(([, own]) => own === '')
      .map(([feature]) => `The feature ${feature} has no words.`),
    ...new Set(found),
    ...allowed
      .filter(({ parts, place }) =>
        inWords.every(({ path, own }) => !isThere(path, place) || placesOf(own, parts).length === 0),
      )
      .map(({ name, place }) => `Nothing${place === null ? '' : ` in src/${place}`} is named ${name}: remove it.`),
  ];
}
