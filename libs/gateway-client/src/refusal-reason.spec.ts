import { refusalReason } from './refusal-reason';

describe('refusalReason', () => {
  it.each([
    ['a sentence', { error: 'Frost protection is on.' }, 'Frost protection is on.'],
    ['a message', { message: 'Not now.' }, 'Not now.'],
    ['an error name with a message in words', { error: { code: 7 }, message: 'Not now.' }, 'Not now.'],
    ['several lines', { error: ' a\r\n\tb\u0000c\u2028d ' }, 'a b c d'],
    ['secrets', { error: 'tok and pass, tok' }, '*** and ***, ***'],
    ['a long text', { error: 'x'.repeat(1000) }, 'x'.repeat(300)],
  ])('returns the reason as one line without secrets: %s', (_, body, reason) => {
    expect(refusalReason(body, ['tok', 'pass', ''])).toBe(reason);
  });

  it.each([
    ['an empty reason', { error: '  ' }],
    ['a body of another shape', { error: ['x'] }],
    ['a bare text', 'no'],
    ['null', null],
    ['no body', undefined],
  ])('returns undefined for %s', (_, body) => {
    expect(refusalReason(body, ['tok'])).toBeUndefined();
  });
});
