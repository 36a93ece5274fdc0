import { isAllowed } from './webhook-gate';

describe('isAllowed', () => {
  it.each<[unknown, string | null, boolean]>([
    [[], '203.0.113.9', true],
    [[], null, true],
    [['203.0.113.9'], '203.0.113.9', true],
    [['203.0.113.9'], '203.0.113.10', false],
    [['203.0.113.9'], null, false],
    [['203.0.113.9'], 'not an address', false],
    [['203.0.113.0/24'], '203.0.113.255', true],
    [['203.0.113.0/24'], '203.0.114.0', false],
    [['0.0.0.0/0'], '198.51.100.1', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['10.0.0.0/8', '192.0.2.1'], '192.0.2.1', true],
    [['2001:db8::/32'], '2001:db8:ffff::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['2001:DB8::1'], '2001:db8:0:0:0:0:0:1', true],
    [['::1'], '127.0.0.1', false],
    [['nonsense'], '127.0.0.1', false],
    [['10.0.0.0/99'], '10.0.0.1', false],
    [[5, {}, null, ['10.0.0.1']], '10.0.0.1', false],
    [{}, '10.0.0.1', false],
    [5, '10.0.0.1', false],
    ['10.0.0.1', '10.0.0.1', false],
  ])('decides whether a caller is allowed: list %j, address %s: %s', (allowed, address, expected) => {
    expect(isAllowed(allowed, address)).toBe(expected);
  });
});
