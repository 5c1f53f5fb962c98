/** An element of a picture, with its attributes as they stand for, and its text without that of others in it. */
export type SvgElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly inside: readonly string[];
  text: string;
};

/** Elements and attributes that draw, and nothing else: none runs, follows, loads or styles anything. */
const DRAWS: Readonly<Record<string, readonly string[]>> = {
  svg: ['xmlns', 'width', 'height', 'viewBox', 'role', 'font-family'],
  title: [],
  g: [],
  rect: ['x', 'y', 'width', 'height', 'rx', 'fill', 'stroke', 'stroke-width'],
  line: ['x1', 'x2', 'y1', 'y2', 'stroke', 'stroke-dasharray'],
  text: ['x', 'y', 'font-size', 'font-weight', 'text-anchor', 'fill'],
};

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
const TOKEN = /<\/([a-z]+)>|<([a-z]+)((?: [a-zA-Z0-9-]+="[^"<]*")*)(\/?)>|[^<]+/gy;
/** Characters that XML 1.0 can't have, not even written as numbers. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u;

const meant = (text: string): string =>
  text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const character = ENTITIES[name];
    if (character === undefined) throw new Error(`No such character: ${whole}`);
    return character;
  });

/** The elements of a picture. @throws when it is no well-formed XML, or has an element or attribute that does more than draw. */
export function elementsOf(svg: string): readonly SvgElement[] {
  if (FORBIDDEN.test(svg)) throw new Error('It has characters that XML has not.');
  const found: SvgElement[] = [];
  const open: SvgElement[] = [];
  let end = 0;
  for (const [token, closing, name, attributes = '', alone] of svg.trim().matchAll(TOKEN)) {
    end += token.length;
    const last = open.at(-1);
    if (closing !== undefined) {
      if (open.pop()?.name !== closing) throw new Error(`${closing} ends and has not begun.`);
    } else if (name === undefined) {
      if (last === undefined) throw new Error('There is text outside of the picture.');
      last.text += meant(token);
    } else {
      const known = DRAWS[name];
      if (known === undefined) throw new Error(`${name} does more than draw.`);
      const pairs = [...attributes.matchAll(/ ([a-zA-Z0-9-]+)="([^"]*)"/g)].map(
        ([, key = '', value = '']): readonly [string, string] => [key, meant(value)],
      );
      for (const [key] of pairs) if (!known.includes(key)) throw new Error(`${name} has ${key}.`);
      const element = {
        name,
        attributes: Object.fromEntries(pairs),
        inside: open.map((one) => one.name),
        text: '',
      };
      found.push(element);
      if (alone === '') open.push(element);
    }
  }
  if (end !== svg.trim().length || open.length > 0) throw new Error(`It is no XML from ${end} on.`);
  return found;
}

/** The texts that a picture shows, in their order. */
export const textsIn = (svg: string): readonly string[] =>
  elementsOf(svg).flatMap(({ name, text }) => (name === 'text' ? [text] : []));
