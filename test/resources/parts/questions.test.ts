import { describe, expect, test } from 'vitest';
import { regionWarnings, typeWarnings } from '../../../src/resources/parts/questions.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, connected, consoleWith, instance, volume } from '../../store/made.ts';
import { nowhere } from '../opened.ts';

const state = consoleWith({
  bids: [bid('a', { region: 'eu-n1', instance_type: '8xh100' })],
  instances: [instance('i', { region: 'us-c3', instance_type: '8xh100', bid: null })],
  volumes: [volume('v', { region: 'ap-s1' })],
});
const context = contextOf(state);
const texts = (remarks: ReturnType<typeof regionWarnings>) => remarks.map(({ text }) => text);

describe('a region that nothing has', () => {
  test.each(['eu-n1', 'us-c3', 'ap-s1', ''])('%j is not it', (region) => {
    expect(regionWarnings(region, context)).toEqual([]);
  });

  test('causes a warning with the known regions', () => {
    expect(texts(regionWarnings('eu-n2', context))).toEqual([
      '▲ No bid, volume or instance is in eu-n2. Known: ap-s1, eu-n1, us-c3.',
    ]);
  });

  test('causes no warning before all lists are read, and in an empty project', () => {
    expect(regionWarnings('eu-n2', { ...context, isRead: (name) => name !== 'volumes' })).toEqual([]);
    expect(regionWarnings('eu-n2', nowhere)).toEqual([]);
  });
});

describe('a type whose known region is another', () => {
  test.each([
    ['8xh100', 'ap-s1', ['▲ 8xh100 is known in eu-n1, us-c3, not in ap-s1.']],
    ['8xh100', 'us-c3', []],
    ['never-seen', 'ap-s1', []],
    ['8xh100', '', []],
  ])('%s in %j: %j', (type, region, expected) => {
    expect(texts(typeWarnings(type, region, context))).toEqual(expected);
  });

  test('is shown by its alias', () => {
    const aliases = new Map([
      ['8xh100', 'big'],
      ['ap-s1', 'sydney'],
    ]);
    const named = contextOf({ ...state, connected: { ...connected, aliases } });
    expect(texts(typeWarnings('8xh100', 'ap-s1', named))).toEqual(['▲ big is known in eu-n1, us-c3, not in sydney.']);
  });
});
