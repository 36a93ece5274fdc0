import { callbackAddress } from './callback-address';

const PATH = '/api/auth/oauth/google/callback';
const of = (host: string | undefined, PUBLIC_URL?: string) => callbackAddress({ PUBLIC_URL }, 'google', host);

describe('callbackAddress', () => {
  it.each([
    ['https://plantroom.example.org', 'https://plantroom.example.org'],
    ['https://plantroom.example.org/', 'https://plantroom.example.org'],
    ['https://example.org/plantroom/', 'https://example.org/plantroom'],
    ['http://10.0.0.5:3000', 'http://10.0.0.5:3000'],
  ])('uses PUBLIC_URL %s, regardless of the host of the request', (publicUrl, base) => {
    expect(of('evil.example.org', publicUrl)).toBe(base + PATH);
    expect(of(undefined, publicUrl)).toBe(base + PATH);
  });

  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost'])(
    'uses the host %s of the request if PUBLIC_URL is not set',
    (host) => {
      expect(of(host)).toBe(`http://${host}${PATH}`);
    },
  );

  it.each([
    undefined,
    '',
    'plantroom.example.org',
    '10.0.0.5:3000',
    'localhost.example.org',
    '127.0.0.1.example.org',
    'localhost@evil.example.org',
    'evil.example.org#localhost',
    'evil.example.org/localhost',
    ':',
  ])('rejects the host %p of a request if PUBLIC_URL is not set', (host) => {
    expect(() => of(host)).toThrow(expect.objectContaining({ code: 'public_url_missing' }));
  });
});
