import { isPublicAddress } from './public-address';

describe('isPublicAddress', () => {
  it.each([
    ['a server', '93.184.216.34'],
    ['the last before a private block', '9.255.255.255'],
    ['the first after a private block', '172.32.0.0'],
    ['the first after carrier-grade NAT', '100.128.0.0'],
    ['IPv6', '2606:2800:220:1:248:1893:25c8:1946'],
    ['IPv6 beside the protocols’ block', '2001:200::1'],
  ])('treats %s as public: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['metadata', '169.254.169.254'],
    ['metadata', '100.100.100.200'],
    ['metadata', '168.63.129.16'],
    ['metadata', '192.0.0.192'],
    ['metadata', 'fd00:ec2::254'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['benchmarks', '198.18.0.1'],
    ['benchmarks', '198.19.255.255'],
    ['6to4 relay', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%lo'],
    ['global with a zone', '2606:2800::1%lo'],
    ['site-local', 'fec0::1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fdff::1'],
    ['multicast', 'ff02::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback, in hex', '::ffff:7f00:1'],
    ['mapped public', '::ffff:93.184.216.34'],
    ['compatible', '::127.0.0.1'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['a private NAT64 prefix', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['benchmarks', '2001:2::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
    ['a name', 'localhost'],
    ['a number', '2130706433'],
    ['nothing', ''],
  ])('treats %s as not public: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
