import type { Socket } from 'node:net';
import { mayScrape } from './may-scrape';

const TOKEN = 'a-token-of-the-scraper';
const OPEN = { TRUSTED_PROXIES: [] };
const CLOSED = { METRICS_TOKEN: TOKEN, TRUSTED_PROXIES: [] };

function from(remoteAddress: string | undefined, headers: Record<string, string> = {}) {
  return { headers, socket: { remoteAddress } as Socket };
}

describe('mayScrape', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
    'allows %s without a token only if no token is configured',
    (address) => {
      expect(mayScrape(from(address), OPEN)).toBe(true);
      expect(mayScrape(from(address), CLOSED)).toBe(false);
    },
  );

  it('allows no caller without a token if there are proxies', () => {
    const TRUSTED_PROXIES = ['127.0.0.1'];
    expect(mayScrape(from('127.0.0.1'), { TRUSTED_PROXIES })).toBe(false);
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect(mayScrape(from('127.0.0.1', headers), { TRUSTED_PROXIES })).toBe(false);
    expect(mayScrape(from('127.0.0.1', headers), { METRICS_TOKEN: TOKEN, TRUSTED_PROXIES })).toBe(true);
  });

  it.each(['10.0.0.1', '203.0.113.9', 'fe80::1', '::ffff:10.0.0.1', undefined])(
    'refuses %s without a token',
    (address) => {
      expect(mayScrape(from(address), OPEN)).toBe(false);
      expect(mayScrape(from(address), CLOSED)).toBe(false);
    },
  );

  it.each<Record<string, string>>([
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
  ])('refuses a request that a proxy on this machine forwarded: %j', (headers: Record<string, string>) => {
    expect(mayScrape(from('127.0.0.1', headers), OPEN)).toBe(false);
  });

  it('allows every caller with the token, even through proxies', () => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.9' };
    expect(mayScrape(from('10.0.0.1', headers), CLOSED)).toBe(true);
  });

  it.each(['', 'Bearer', 'Bearer undefined', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN])(
    'refuses the authorization %j',
    (authorization) => {
      expect(mayScrape(from('127.0.0.1', { authorization }), CLOSED)).toBe(false);
      expect(mayScrape(from('10.0.0.1', { authorization }), OPEN)).toBe(false);
    },
  );
});
