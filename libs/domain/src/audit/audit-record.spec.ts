import { auditedJson, differences } from './audit-record';

describe('auditedJson', () => {
  it('masks what is called like a secret, however deep', () => {
    const text = auditedJson({
      mail: { host: 'm', password: 'hidden', user: null },
      newPassword: 'hidden',
      refreshToken: ['hidden'],
    });
    expect(text).toBe(
      '{"mail":{"host":"m","password":"********","user":null},"newPassword":"********","refreshToken":"********"}',
    );
  });

  it('leaves an absent secret absent', () => {
    expect(auditedJson({ password: null })).toBe('{"password":null}');
  });

  it.each([undefined, null])('is nothing for %s', (value) => {
    expect(auditedJson(value)).toBeNull();
  });

  it('cuts what is too long, and says so', () => {
    expect(auditedJson({ text: 'x'.repeat(70_000) })).toBe('{"cut":true,"length":70011}');
  });
});

describe('differences', () => {
  it('tells only what changed', () => {
    expect(differences<object>({ a: 1, b: [1], c: 'x' }, { a: 1, b: [2], d: 'y' })).toEqual({
      before: { b: [1], c: 'x' },
      after: { b: [2], d: 'y' },
    });
  });
});
