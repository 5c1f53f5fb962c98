import { describe, expect, test } from 'vitest';
import { parseErrorBody } from '../../src/api/error-body.ts';
import { issuesOfError } from '../../src/api/field-issues.ts';
import type { ServiceError } from '../../src/api/result.ts';

const conflict = (body: string): ServiceError => ({
  kind: 'conflict',
  said: parseErrorBody(body, '').said,
  reached: 'yes',
});
const underName = (body: string, name = 'data'): string | null => {
  const [issue] = issuesOfError(conflict(body), name);
  return issue === undefined ? null : `${issue.path.join('.')}: ${issue.message}`;
};

const CHOOSE = 'name: This name is taken already. Choose another one.';

describe('409 for a name that is taken is shown at the field Name', () => {
  test.each([
    ['{"detail":"A volume named data already exists"}', 'name: A volume named data already exists'],
    ['{"detail":[{"loc":["body","name"],"msg":"is already taken","type":"value_error"}]}', 'name: is already taken'],
    ['{"message":"Name already in use"}', 'name: Name already in use'],
    ['{"error":{"code":"conflict","message":"The name must be unique."}}', 'name: The name must be unique.'],
    ['{"errors":{"name":["has already been taken"]}}', 'name: has already been taken'],
    ['{"name":["This one exists already."]}', 'name: This one exists already.'],
    ['{"error":"NAME_TAKEN"}', CHOOSE],
    ['{"code":"nameAlreadyExists"}', CHOOSE],
    ['Volume "data" already exists\n', 'name: Volume "data" already exists'],
    ['<html><title>409: the name is taken</title></html>', 'name: 409: the name is taken'],
  ])('%s', (body, expected) => {
    expect(underName(body)).toBe(expected);
  });
});

describe('any other 409 is shown for the whole form', () => {
  test.each([
    ...['{"detail":"Volume data is in use by render"}'],
    ...['{"detail":"The bid is terminated and can\'t be changed"}'],
    ...['{"detail":"The project name is reserved"}', '{"detail":"The quota exists already for user name ops"}'],
    ...['{"detail":"Database conflict"}', '{"detail":"Give the bid a name."}', '{}', ''],
  ])('%s', (body) => {
    expect(underName(body)).toBeNull();
  });

  test('one that answers a change is shown for the whole form', () => {
    expect(issuesOfError(conflict('{"detail":"Name already in use"}'), null)).toEqual([]);
  });

  test('a name that is part of another word is not taken for the name', () => {
    expect(underName('{"detail":"The dataset already exists"}')).toBeNull();
  });
});

test('fields that the service lists keep their issues', () => {
  const fields = [{ path: ['size_gb'], message: 'is too large' }];
  expect(issuesOfError({ kind: 'refused', status: 422, said: 'name taken', fields, reached: 'yes' }, 'data')).toBe(
    fields,
  );
});
