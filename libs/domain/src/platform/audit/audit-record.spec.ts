import { auditedJson, differences } from './audit-record';

const jsonOf = (after: unknown) => auditedJson({ after }).after;

describe('auditedJson', () => {
  it('masks fields whose names denote secrets, at any depth', () => {
    const text = jsonOf({
      mail: { host: 'm', password: 'hidden', user: null },
      newPassword: 'hidden',
      refreshToken: ['hidden'],
    });
    expect(text).toBe(
      '{"mail":{"host":"m","password":"********","user":null},"newPassword":"********","refreshToken":"********"}',
    );
  });

  it('masks credentials in the URL and the headers of a request', () => {
    const request = { url: 'https://x.org/?apikey=hidden', headers: { 'X-Api-Key': 'hidden', accept: 'a' } };
    expect(jsonOf({ nodes: [{ config: request }] })).toBe(
      '{"nodes":[{"config":{"url":"https://x.org/?apikey=********","headers":{"X-Api-Key":"********","accept":"a"}}}]}',
    );
  });

  it('masks a secret of the previous state wherever it occurs in the new state', () => {
    const before = { headers: { cookie: 'hidden' } };
    const after = { note: 'it was hidden' };
    expect(auditedJson({ before, after })).toEqual({
      before: '{"headers":{"cookie":"********"}}',
      after: '{"note":"it was ********"}',
    });
  });

  it.each(['after', 'name', 'mail', 'example.org'])(
    'masks only the password, even if it is an ordinary word: %s',
    (password) => {
      const after = { password, name: 'Ada', mail: 'ada@example.org' };
      expect(jsonOf(after)).toBe('{"password":"********","name":"Ada","mail":"ada@example.org"}');
    },
  );

  it('masks secrets in instances of classes', () => {
    class Change {
      readonly mail = Object.assign(new Mail(), { password: 'hidden' });
    }
    class Mail {}
    expect(jsonOf(new Change())).toBe('{"mail":{"password":"********"}}');
  });

  it.each([
    'password',
    'clientSecret',
    'accessToken',
    'credentials',
    'Authorization',
    'cookie',
    'apiKey',
    'api_key',
  ])('masks the field %s', (name) => {
    expect(jsonOf({ [name]: 'hidden' })).toBe(`{"${name}":"********"}`);
  });

  it('does not mask an absent secret', () => {
    expect(jsonOf({ password: null })).toBe('{"password":null}');
  });

  it.each([undefined, null])('returns null for %s', (value) => {
    expect(jsonOf(value)).toBeNull();
  });

  it('contains only the length of a record that is too long', () => {
    expect(jsonOf({ text: 'x'.repeat(70_000) })).toBe('{"cut":true,"length":70011}');
  });
});

describe('differences', () => {
  it('returns only the fields that changed', () => {
    const before = { a: 1, b: [1], c: 'x', nested: { same: 1 } };
    const after = { a: 1, b: [2], d: 'y', nested: { same: 1 } };
    expect(differences<object>(before, after)).toEqual({
      before: { b: [1], c: 'x' },
      after: { b: [2], d: 'y' },
    });
  });
});
