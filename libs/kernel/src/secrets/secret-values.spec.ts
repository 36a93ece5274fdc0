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
    [
      'nothing that begins within an escape',
      ['\north-wing-7', '\\north-wing-7'],
      ['\north-wing-7', '\\********'],
    ],
    ['one that a line quotes', 'Wrote "x a\\"b\\\\c\\nd".', 'Wrote "x ********".'],
    ['one in a name', { 'tok-12345': 1 }, { '********': 1 }],
    ['nothing else', { a: [null, true, 'x'] }, { a: [null, true, 'x'] }],
  ])('hides %s', (_, value, shown) => {
    expect(hide(value)).toEqual(shown);
  });

  it('hides them in sentences', () => {
    expect(secrets.hideInText('It said "tok-12345".')).toBe('It said "********".');
  });

  it.each([
    ['a secret', 'tok-12345', `${MARK}TOKEN;`],
    ['secrets within a text', 'x tok-12345-and-more y tok-12345', `x ${MARK}LONGER; y ${MARK}TOKEN;`],
    ['a short one by itself', '42', `${MARK}PIN;`],
    ['no short one within others', 'room 42', 'room 42'],
    ['one with quotes and breaks', 'x a"b\\c\nd y', `x ${MARK}QUOTED; y`],
    ['the mark itself', `${MARK}TOKEN; ${MARK}`, `${MARK};TOKEN; ${MARK};`],
    ['the mark beside a secret', `${MARK}tok-12345${MARK}`, `${MARK};${MARK}TOKEN;${MARK};`],
  ])('keeps %s, and gives it back', (_, text, kept) => {
    const sealed = secrets.seal(text);
    expect(sealed).toBe(kept);
    expect(secrets.mayBeIn(JSON.stringify([text]))).toBe(sealed !== text || text.includes('42'));
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
    fc.assert(fc.property(text, (value) => expect(secrets.unseal(secrets.seal(value))).toBe(value)));
  });

  it('has the present value of a variable, and nothing for one that has gone', () => {
    const sealed = secrets.seal('x tok-12345');
    expect(new SecretValues({ TOKEN: 'other' }).unseal(sealed)).toBe('x other');
    expect(new SecretValues({}).unseal(sealed)).toBe('x ');
  });

  it('masks what is sealed where nobody knows the values', () => {
    const sealed = secrets.seal(`Bearer tok-12345, ${MARK} and 42`);
    expect(HIDING_SEALED.hide(JSON.stringify({ sealed }))).toBe(
      JSON.stringify({ sealed: `Bearer ********, ${MARK} and 42` }),
    );
  });

  it('does nothing where there are none', () => {
    const none = new SecretValues({});
    expect(none.hide('{"a":"tok-12345"}')).toBe('{"a":"tok-12345"}');
    expect(none.unseal(none.seal(`${MARK}TOKEN;`))).toBe(`${MARK}TOKEN;`);
  });
});
