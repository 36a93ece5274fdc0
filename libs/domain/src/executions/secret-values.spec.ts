import fc from 'fast-check';
import { SecretValues } from './secret-values';

const MARK = '\uF8FF';
const secrets = new SecretValues({
  TOKEN: 'tok-12345',
  LONGER: 'tok-12345-and-more',
  PIN: '42',
  PORT: '8080',
  QUOTED: 'a"b\\c\nd',
  SPACED: 'two words & more',
  EMPTY: '',
});
const hide = (value: unknown) => JSON.parse(secrets.hide(JSON.stringify(value))) as unknown;

describe('what is stored of secrets', () => {
  it.each<[string, unknown, unknown]>([
    ['a whole string', 'tok-12345', '********'],
    ['a part of one', 'Bearer tok-12345!', 'Bearer ********!'],
    ['several', 'tok-12345 tok-12345', '******** ********'],
    ['the longest first', 'x tok-12345-and-more', 'x ********'],
    ['one with quotes and breaks', 'x a"b\\c\nd y', 'x ******** y'],
    [
      'one as it stands in an address',
      'https://x.example?key=two%20words%20%26%20more',
      'https://x.example?key=********',
    ],
    ['a short one by itself', ['42'], ['********']],
    ['no short one within others', 'room 42', 'room 42'],
    ['no number', { port: 8080, list: [18080.5] }, { port: 8080, list: [18080.5] }],
    ['one in a name', { 'tok-12345': 1 }, { '********': 1 }],
    ['nothing else', { a: [null, true, 'x'] }, { a: [null, true, 'x'] }],
  ])('hides %s', (_, value, shown) => {
    expect(hide(value)).toEqual(shown);
  });

  it('hides them in sentences', () => {
    expect(secrets.hideInText('It said "tok-12345".')).toBe('It said "********".');
  });

  it.each<[string, unknown]>([
    ['secrets', { a: 'tok-12345', b: ['x tok-12345-and-more y', '42', 'a"b\\c\nd'], 'tok-12345': 1 }],
    ['the mark itself', `${MARK}TOKEN; ${MARK}; ${MARK}`],
    ['the mark beside a secret', `${MARK}tok-12345${MARK}`],
    ['numbers that look like secrets', { visit: 8080, at: 18080 }],
  ])('keeps %s, and gives them back', (_, value) => {
    const text = JSON.stringify(value);
    const sealed = secrets.seal(text);
    expect(sealed).not.toContain('tok-12345');
    expect(() => JSON.parse(sealed)).not.toThrow();
    expect(secrets.unseal(sealed)).toBe(text);
  });

  it('gives back what it kept, whatever it was, and lets nobody write a mark', () => {
    const piece = fc.constantFrom(
      'tok-12345',
      '-and-more',
      '42',
      MARK,
      ';',
      'TOKEN',
      '"',
      '\\',
      'a"b\\c\nd',
      'x',
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text))), (value) => {
        const json = JSON.stringify(value);
        expect(secrets.unseal(secrets.seal(json))).toBe(json);
      }),
    );
  });

  it('leaves empty what has gone from the environment', () => {
    const sealed = secrets.seal(JSON.stringify({ a: 'x tok-12345' }));
    expect(JSON.parse(new SecretValues({}).unseal(sealed))).toEqual({ a: 'x ' });
  });

  it('does nothing where there are none', () => {
    const none = new SecretValues({});
    expect(none.hide('{"a":"tok-12345"}')).toBe('{"a":"tok-12345"}');
    expect(none.unseal(none.seal(`{"a":"${MARK}TOKEN;"}`))).toBe(`{"a":"${MARK}TOKEN;"}`);
  });
});
