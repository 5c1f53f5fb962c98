import { expect, test } from 'vitest';
import { saveResultSecret } from '../../src/command/save-secret.ts';
import { secretText } from '../../src/resources/write.ts';

const about = { what: 'api-key', title: 'API key k', name: 'k', fid: 'key_1', lines: [], path: '~/k.token' } as const;

test.each([
  ['done', 'The API key k (key_1) exists, and its secret is lost.', 'Revoke it: spotdeck api-key revoke key_1 --yes'],
  ['unknown', 'The secret that came is lost.', 'Look for the key in the list.'],
] as const)(
  'a secret that could not be printed after a write whose outcome is %s: only a key that is known to be new is to be revoked',
  async (kind, sentence, hint) => {
    const written = { kind: 'secret', secret: { ...about, value: secretText('fkey_secret') } } as const;
    const print = async (): Promise<void> => {
      throw new Error('the disk is full');
    };
    const saved = saveResultSecret({ kind: 'stdout' }, [{ code: 0, kind, written }], {
      lines: [],
      warn: () => undefined,
      print,
    });
    await expect(saved).rejects.toMatchObject({ lines: [expect.stringContaining(sentence), hint] });
  },
);
