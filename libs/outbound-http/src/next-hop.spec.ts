import { nextHop } from './next-hop';
import type { Hop } from './outbound-request';

const SECRETS = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k' };
const hop = (overrides: Partial<Hop> = {}): Hop => ({
  method: 'POST',
  url: new URL('https://one.example/start?a=1'),
  headers: { accept: '*/*', 'content-type': 'text/plain', ...SECRETS },
  body: 'hello',
  ...overrides,
});

describe('nextHop', () => {
  it.each([
    [200, '/next'],
    [300, '/next'],
    [304, '/next'],
    [302, undefined],
  ])('does not follow the status %s with the location %s', (status, location) => {
    expect(nextHop(hop(), status, location)).toBeNull();
  });

  it.each([
    ['POST', 301, 'GET'],
    ['POST', 302, 'GET'],
    ['POST', 303, 'GET'],
    ['PUT', 303, 'GET'],
    ['DELETE', 303, 'GET'],
    ['HEAD', 303, 'HEAD'],
    ['PUT', 301, 'PUT'],
    ['PUT', 302, 'PUT'],
    ['POST', 307, 'POST'],
    ['POST', 308, 'POST'],
  ])('redirects the method %s with the status %s to the method %s', (method, status, then) => {
    expect(nextHop(hop({ method }), status, '/next')).toMatchObject({
      method: then,
      url: new URL('https://one.example/next'),
    });
  });

  it('drops the body and its headers if the method changes', () => {
    const next = nextHop(hop(), 303, '/next');
    expect(next?.body).toBeUndefined();
    expect(next?.headers).toEqual({ accept: '*/*', ...SECRETS });
  });

  it.each(['https://two.example/', 'https://one.example:8443/', '//two.example'])(
    'does not send secrets to another origin: %s',
    (location) => {
      const next = nextHop(hop(), 307, location);
      expect(next).toMatchObject({ method: 'POST', body: 'hello' });
      expect(next?.headers).toEqual({ accept: '*/*', 'content-type': 'text/plain' });
    },
  );

  it('refuses a redirect from https to http', () => {
    expect(() => nextHop(hop(), 307, 'http://one.example/')).toThrow(
      expect.objectContaining({ kind: 'forbidden', code: 'redirect_refused' }),
    );
  });

  it.each(['ftp://one.example/', 'file:///etc/passwd', 'http://', 'https://user:secret@one.example/'])(
    'does not follow a redirect to %s',
    (location) => {
      expect(() => nextHop(hop(), 302, location)).toThrow(
        expect.objectContaining({ code: 'answer_unreadable' }),
      );
    },
  );
});
