import type * as z from 'zod';
import type { FieldIssue, ServiceError } from './result.ts';

/** What a request's own schema found, in the shape that what the service refuses has too. */
export function issuesOf(error: z.ZodError): readonly FieldIssue[] {
  return error.issues.map(({ path, message }) => ({
    path: path.filter((part) => typeof part !== 'symbol'),
    message,
  }));
}

/**
 * What a refusal says about single fields: as the service lists them (422), or, when all it says is that the name of what
 * is created is taken (usually 409), about the name. Empty when it is about the request as a whole. `created` is that name,
 * null for a change.
 */
export function issuesOfError(error: ServiceError, created: string | null): readonly FieldIssue[] {
  if (error.kind !== 'refused' && error.kind !== 'conflict') return [];
  if (error.kind === 'refused' && error.fields.length > 0) return error.fields;
  const { said: serverMessage } = error;
  return serverMessage !== null && created !== null && isNameTaken(serverMessage, created)
    ? [{ path: ['name'], message: issueSentence(serverMessage) }]
    : [];
}

/** Names of other things, which say nothing about the one that is created. */
const OTHER_NAMES = /\b(user|host|file|domain|project|region|type) ?names?\b/g;
const NAME = /\b(names?|named|called)\b/;
const TAKEN = /\b(taken|exists?|existing|duplicated?|in use|used|already|unique|reserved|unavailable|conflicts?)\b/;
/** Without the word name, only what can mean nothing but that there is one like it. */
const SAME = /\b(taken|exists?|duplicated?)\b/;

/** Whether a message says that a name is taken, in words or as a code such as `NAME_TAKEN` or `nameAlreadyExists`. */
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

/** Words in lower case, also those of a code that joins them by a line or by capitals. */
const plainWords = (text: string): string =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/** The message without the field it names; a bare code is put into words. */
function issueSentence(serverMessage: string): string {
  const message = serverMessage.replace(/^(body\.)?name:\s*/i, '');
  return /\s/.test(message) ? message : 'This name is taken already. Choose another one.';
}
