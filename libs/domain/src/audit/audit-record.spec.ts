import { auditedJson, differences } from './audit-record';

const jsonOf = (after: unknown) => auditedJson({ after }).after;

describe('auditedJson', () => {
  it('masks what is called like a secret, however deep', () => {
    const text = jsonOf({
      mail: { host: 'm', password: 'hidden', user: null },
      newPassword: 'hidden',
      refreshToken: ['hidden'],
    });
    expect(text).toBe(
      '{"mail":{"host":"m","password":"********","user":null},"newPassword":"********","refreshToken":"********"}',
    );
  });

  it('masks credentials of requests', () => {
    const request = { url: 'https://x.org/?apikey=hidden', headers: { 'X-Api-Key': 'hidden', accept: 'a' } };
    expect(jsonOf({ nodes: [{ config: request }] })).toBe(
      '{"nodes":[{"config":{"url":"https://x.org/?apikey=********","headers":{"X-Api-Key":"********","accept":"a"}}}]}',
    );
  });

  it('masks a former secret that is still in the other part', () => {
    const before = { headers: { cookie: 'hidden' } };
    const after = { note: 'it was hidden' };
    expect(auditedJson({ before, after })).toEqual({
      before: '{"headers":{"cookie":"********"}}',
      after: '{"note":"it was ********"}',
    });
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
  ])('masks %s', (name) => {
    expect(jsonOf({ [name]: 'hidden' })).toBe(`{"${name}":"********"}`);
  });

  it('leaves an absent secret absent', () => {
    expect(jsonOf({ password: null })).toBe('{"password":null}');
  });

  it.each([undefined, null])('is nothing for %s', (value) => {
    expect(jsonOf(value)).toBeNull();
  });

  it('cuts what is too long, and says so', () => {
    expect(jsonOf({ text: 'x'.repeat(70_000) })).toBe('{"cut":true,"length":70011}');
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
