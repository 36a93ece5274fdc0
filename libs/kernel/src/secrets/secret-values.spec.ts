import fc from 'fast-check';
import { HIDING_SEALED, SecretValues } from './secret-values';

const MARK = '\uF8FF';
const secrets = new SecretValues({
  TOKEN: 'tok-12345',
  LONGER: 'tok-12345-and-more',
  PIN: '42',
  PORT: '8080',
  QUOTED: 'a"b\\c\nd',
  SPACED: 'two words & more',
  NORTH: 'north-wing-7',
  EMPTY: '',
});
const hide = (value: unknown) => JSON.parse(secrets.hide(JSON.stringify(value))) as unknown;

describe('SecretValues', () => {
  it.each<[string, unknown, unknown]>([
    ['a whole string', 'tok-12345', '********'],
    ['a secret within a string', 'Bearer tok-12345!', 'Bearer ********!'],
    ['several secrets', 'tok-12345 tok-12345', '******** ********'],
    ['the longest of overlapping secrets', 'x tok-12345-and-more', 'x ********'],
    ['a secret with quotes and line breaks', 'x a"b\\c\nd y', 'x ******** y'],
    [
      'a URL-encoded secret',
      'https://x.example?key=two%20words%20%26%20more',
      'https://x.example?key=********',
    ],
    ['a short secret that is the whole string', ['42'], ['********']],
    ['no short secret within other text', 'room 42', 'room 42'],
    ['no numbers', { port: 8080, list: [18080.5] }, { port: 8080, list: [18080.5] }],
    [
      'no text that begins within an escape sequence',
      ['\north-wing-7', '\\north-wing-7'],
      ['\north-wing-7', '\\********'],
    ],
    ['a secret that a log line quotes', 'Wrote "x a\\"b\\\\c\\nd".', 'Wrote "x ********".'],
    ['no field names', { 'tok-12345': 'tok-12345' }, { 'tok-12345': '********' }],
    ['no data without secrets', { a: [null, true, 'x'] }, { a: [null, true, 'x'] }],
  ])('masks %s', (_, value, shown) => {
    expect(hide(value)).toEqual(shown);
  });

  it('masks a secret in plain text', () => {
    expect(secrets.hideInText('It said "tok-12345".')).toBe('It said "********".');
  });

  it.each([
    ['a secret', 'tok-12345', `${MARK}TOKEN;`],
    ['secrets within a text', 'x tok-12345-and-more y tok-12345', `x ${MARK}LONGER; y ${MARK}TOKEN;`],
    ['a short secret that is the whole text', '42', `${MARK}PIN;`],
    ['no short secret within other text', 'room 42', 'room 42'],
    ['a secret with quotes and line breaks', 'x a"b\\c\nd y', `x ${MARK}QUOTED; y`],
    ['the mark itself', `${MARK}TOKEN; ${MARK}`, `${MARK};TOKEN; ${MARK};`],
    ['the mark beside a secret', `${MARK}tok-12345${MARK}`, `${MARK};${MARK}TOKEN;${MARK};`],
  ])('seals and unseals %s', (_, text, kept) => {
    const sealed = secrets.seal(text);
    expect(sealed).toBe(kept);
    expect(secrets.mayBeIn(JSON.stringify([text]))).toBe(sealed !== text || text.includes('42'));
    expect(secrets.unseal(sealed)).toBe(text);
  });

  it('restores every value that it sealed, and escapes marks that occur in data', () => {
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
    fc.assert(fc.property(text, (value) => expect(secrets.unseal(secrets.seal(value))).toBe(value)));
  });

  it('replaces a mark by the current value of its variable, or by an empty text if the variable was deleted', () => {
    const sealed = secrets.seal('x tok-12345');
    expect(new SecretValues({ TOKEN: 'other' }).unseal(sealed)).toBe('x other');
    expect(new SecretValues({}).unseal(sealed)).toBe('x ');
  });

  it('masks sealed secrets without knowing their values', () => {
    const sealed = secrets.seal(`Bearer tok-12345, ${MARK} and 42`);
    expect(HIDING_SEALED.hide(JSON.stringify({ sealed }))).toBe(
      JSON.stringify({ sealed: `Bearer ********, ${MARK} and 42` }),
    );
  });

  it('changes nothing if there are no secrets', () => {
    const none = new SecretValues({});
    expect(none.hide('{"a":"tok-12345"}')).toBe('{"a":"tok-12345"}');
    expect(none.unseal(none.seal(`${MARK}TOKEN;`))).toBe(`${MARK}TOKEN;`);
  });
});
