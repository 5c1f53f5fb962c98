import { describe, expect, test } from 'vitest';
import { openScript } from '../../../stories/script.ts';

describe('spotdeck top', () => {
  test.each<[readonly string[], RegExp]>([
    [['nothing'], /^No instance is named nothing\.\n/],
    [['--sort', 'colour'], /^There is no column "colour" of machines for this\.\nThere are: machine, /],
    [['--filter', 'gpu>'], /^The filter can't be read: /],
    [['--watch', '-o', 'json'], /^With --watch, json .*\nGive --output ndjson/],
    [['--watch', '-o', 'csv'], /^With --watch, csv /],
    [['--output', 'xml'], /xml/],
  ])('ends with 2 for wrong usage: %j', async (args, err) => {
    const { run } = await openScript();
    expect(await run(['top', ...args])).toMatchObject({ code: 2, out: '', err: expect.stringMatching(err) });
  });

  test('ends with 3 without a valid token, and with 4 without the service', async () => {
    const { run } = await openScript();
    expect((await run(['top'], { SPOTDECK_TOKEN: 'fkey_wrong' })).code).toBe(3);
    expect((await run(['top'], { SPOTDECK_BASE_URL: 'http://127.0.0.1:1' })).code).toBe(4);
  });
});
