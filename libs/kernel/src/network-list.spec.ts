import { NetworkList } from './network-list';

describe('NetworkList', () => {
  it.each([
    [['10.0.0.0/8'], '10.255.255.255', true],
    [['10.0.0.0/8'], '11.0.0.0', false],
    [['10.1.2.3'], '10.1.2.3', true],
    [['10.1.2.3'], '10.1.2.4', false],
    [['10.1.2.3/8'], '10.200.0.1', true],
    [['10.0.0.0/8'], '::ffff:10.0.0.1', true],
    [['::ffff:10.0.0.0/104'], '10.0.0.1', true],
    [['::ffff:10.0.0.1'], '10.0.0.1', true],
    [['::/0'], '10.0.0.1', false],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['2001:db8::/32', '10.0.0.1'], '2001:DB8:ffff::1', true],
    [['fe80::/10'], 'fe80::1%eth0', false],
    [['0.0.0.0/0', '::/0'], 'localhost', false],
    [['0.0.0.0/0', '::/0'], '', false],
    [[], '10.0.0.1', false],
  ])('returns for the list %j whether it contains %s: %s', (entries, address, expected) => {
    expect(new NetworkList(entries).has(address)).toBe(expected);
  });

  it('rejects an entry that is neither an address nor a block', () => {
    expect(() => new NetworkList(['10.0.0.0/99'])).toThrow(
      '"10.0.0.0/99" is neither an IP address nor a CIDR block.',
    );
  });
});
