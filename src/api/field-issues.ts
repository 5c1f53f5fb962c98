import type { FieldIssue, ServiceError } from './result.ts';

/** Fields with an error: the service's list (422), or a taken name (usually 409). `created` is null for a change. */
export function issuesOfError(error: ServiceError, created: string | null): readonly FieldIssue[] {
  if (error.kind !== 'refused' && error.kind !== 'conflict') return [];
  if (error.kind === 'refused' && error.fields.length > 0) return error.fields;
  const { said: serverMessage } = error;
  return serverMessage !== null && created !== null && isNameTaken(serverMessage, created)
    ? [{ path: ['name'], message: issueSentence(serverMessage) }]
    : [];
}

const OTHER_NAMES = /\b(user|host|file|domain|project|region|type) ?names?\b/g;
const NAME = /\b(names?|named|called)\b/;
const TAKEN = /\b(taken|exists?|existing|duplicated?|in use|used|already|unique|reserved|unavailable|conflicts?)\b/;
/** Messages about a taken name without the word "name". */
const SAME = /\b(taken|exists?|duplicated?)\b/;

/** In words or as a code such as `NAME_TAKEN` or `nameAlreadyExists`. */
function isNameTaken(serverMessage: string, name: string): boolean {
  const words = plainWords(serverMessage).replace(OTHER_NAMES, '');
  if (NAME.test(words)) return TAKEN.test(words);
  const own = plainWords(name).trim();
  return (
    own !== '' &&
    ` ${words.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${own.replace(/[^\p{L}\p{N}]+/gu, ' ')} `) &&
    SAME.test(words)
  );
}

const plainWords = (text: string): string =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/** A bare code becomes a sentence. */
function issueSentence(serverMessage: string): string {
  const message = serverMessage.replace(/^(body\.)?name:\s*/i, '');
  return /\s/.test(message) ? message : 'This name is taken already. Choose another one.';
}
