import { mapMessage, say, unknownRecord, withCode } from './say';

describe('say', () => {
  it('puts the values into the text, and keeps them for programs', () => {
    expect(say('too_low', { least: 3 })).toEqual({
      code: 'too_low',
      values: { least: 3 },
      message: 'must be at least 3',
    });
  });

  it.each([
    [1, 'must have at most 1 element'],
    [2, 'must have at most 2 elements'],
  ])('writes the noun of %i: %s', (most, message) => {
    expect(say('too_many_items', { most }).message).toBe(message);
  });

  it('says a message within a message', () => {
    const reason = say('gateway_timeout', { seconds: 5 });
    expect(say('nothing_written', { reason }).message).toBe(
      'The gateway did not answer within 5 s. Nothing was written.',
    );
    expect(unknownRecord('area', 7).message).toBe('names the area 7, which does not exist');
  });

  it('does not read a value as a text with placeholders', () => {
    expect(say('at_field', { field: 'a', reason: '{{field}} $&' }).message).toBe('a: {{field}} $&');
  });
});

describe('mapMessage', () => {
  it('changes all texts, but no codes, names and numbers', () => {
    const message = say('at_node', { node: 'a', reason: say('not_written', { code: 'P1' }) });
    const hidden = mapMessage(message, () => '*');
    expect(hidden).toEqual({
      code: 'at_node',
      values: { node: '*', reason: { code: 'not_written', values: { code: '*' }, message: '*' } },
      message: '*',
    });
    const limit = say('too_low', { least: 3 });
    expect(mapMessage(limit, (text) => text)).toEqual(limit);
  });
});

describe('withCode', () => {
  it('completes only sentences without a code', () => {
    expect(withCode({ path: 'a', message: 'is wrong' })).toEqual({
      path: 'a',
      code: 'other',
      values: { reason: 'is wrong' },
      message: 'is wrong',
    });
    const known = say('required');
    expect(withCode(known)).toEqual(known);
  });
});
