import { DomainError, type ErrorKind, isFinal } from './domain-error';

describe('isFinal', () => {
  it.each<[ErrorKind, boolean]>([
    ['invalid', true],
    ['not_found', true],
    ['conflict', true],
    ['forbidden', true],
    ['too_many', false],
    ['upstream_failed', false],
    ['upstream_timeout', false],
    ['unavailable', false],
  ])('classifies an error of the kind %s: %s', (kind, expected) => {
    expect(isFinal(new DomainError(kind, 'code', 'A message.'))).toBe(expected);
  });

  it('returns false for an unknown error', () => {
    expect(isFinal(new Error('unknown'))).toBe(false);
  });
});
