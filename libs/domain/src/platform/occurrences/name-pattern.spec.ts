import fc from 'fast-check';
import { matchesPattern } from './name-pattern';

const text = (letters: string[]) =>
  fc.array(fc.constantFrom(...letters), { maxLength: 12 }).map((parts) => parts.join(''));

describe('matchesPattern', () => {
  it.each([
    ['boiler.temp', 'boiler.temp', true],
    ['boiler.temp', 'boiler.temps', false],
    ['boiler.temp', 'Boiler.temp', false],
    ['*', 'anything', true],
    ['*', '', true],
    ['boiler.*', 'boiler.temp', true],
    ['boiler.*', 'boiler.', true],
    ['boiler.*', 'boiler', false],
    ['*.temp', 'boiler.temp', true],
    ['*.temp', 'boiler.temp.raw', false],
    ['ahu*.fan*', 'ahu1.fan.speed', true],
    ['ahu*.fan*', 'ahu1.pump', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['ab*ba', 'aba', false],
    ['*a*b*', 'xbxa', false],
    ['*a*b*', 'xaxb', true],
    ['a**b', 'ab', true],
    ['zone.?', 'zone.1', false],
    ['zone.[12]', 'zone.1', false],
    ['(a+)+$*', 'aaaaaaaa!', false],
  ])('compares the whole name (pattern %s, name %s: %s)', (pattern, name, expected) => {
    expect(matchesPattern(pattern, name)).toBe(expected);
  });

  it('matches the same names as the equivalent regular expression', () => {
    fc.assert(
      fc.property(text(['a', 'b', '.', '*']), text(['a', 'b', '.']), (pattern, name) => {
        const pieces = pattern.split('*').map((piece) => piece.replaceAll('.', '\\.'));
        expect(matchesPattern(pattern, name)).toBe(new RegExp(`^${pieces.join('.*')}$`).test(name));
      }),
    );
  });

  it('takes linear time, even for a name that almost matches', () => {
    const startedAtMs = performance.now();
    expect(matchesPattern('*a'.repeat(100) + 'b', 'a'.repeat(10_000))).toBe(false);
    expect(performance.now() - startedAtMs).toBeLessThan(500);
  });
});
