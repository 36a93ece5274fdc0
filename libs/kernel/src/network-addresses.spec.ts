import { isNetwork, parseAddress } from './network-addresses';

describe('parseAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseAddress(text)?.toString()).toBe(expected);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '1.2.3.4:80',
    '[::1]',
    '10.0.0.0/8',
    '1.2.3.4%a',
  ])('returns null for %j', (text) => {
    expect(parseAddress(text)).toBeNull();
  });
});

describe('isNetwork', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '10.0.0.1/32', 'fd00::/8', '::1/128', '::/0'])(
    'accepts %s',
    (entry) => {
      expect(isNetwork(entry)).toBe(true);
    },
  );

  it.each([
    '',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10/8',
    'fe80::1%eth0',
    'host',
    5,
    null,
    ['10.0.0.1'],
  ])('rejects %j', (entry) => {
    expect(isNetwork(entry)).toBe(false);
  });
});
