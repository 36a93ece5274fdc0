import type { Socket } from 'node:net';
import { mayScrape } from './may-scrape';

const TOKEN = 'a-token-of-the-scraper';

function from(remoteAddress: string | undefined, headers: Record<string, string> = {}) {
  return { headers, socket: { remoteAddress } as Socket };
}

describe('mayScrape', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('lets %s in without a token', (address) => {
    expect(mayScrape(from(address))).toBe(true);
    expect(mayScrape(from(address), TOKEN)).toBe(true);
  });

  it.each(['10.0.0.1', '203.0.113.9', 'fe80::1', '::ffff:10.0.0.1', undefined])('keeps %s out', (address) => {
    expect(mayScrape(from(address))).toBe(false);
    expect(mayScrape(from(address), TOKEN)).toBe(false);
  });

  it.each<Record<string, string>>([
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
  ])(
    'does not take what a proxy on this machine passes on for local: %j',
    (headers: Record<string, string>) => {
      expect(mayScrape(from('127.0.0.1', headers))).toBe(false);
    },
  );

  it('lets the token in from anywhere, through proxies too', () => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.9' };
    expect(mayScrape(from('10.0.0.1', headers), TOKEN)).toBe(true);
  });

  it.each(['', 'Bearer', 'Bearer undefined', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN])(
    'keeps out %j',
    (authorization) => {
      expect(mayScrape(from('10.0.0.1', { authorization }), TOKEN)).toBe(false);
      expect(mayScrape(from('10.0.0.1', { authorization }))).toBe(false);
    },
  );
});
