import { clientKey } from './client-key';

describe('clientKey', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:FFFF:192.0.2.1', '192.0.2.1'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1:2:3:4%eth0', 'fe80:0:0:0'],
    ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2'],
    ['unknown', 'unknown'],
  ])('converts the address %s to the key %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });
});
