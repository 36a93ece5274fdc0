import { Reachability } from './reachability';

const allows = (entries: string[], host: string, port: number, address: string) =>
  new Reachability(entries).allows({ host, port }, address);

const own = () => new Set(['93.184.216.34']);

describe('Reachability', () => {
  it.each([
    ['a public address without a list', [], 'example.org', 80, '93.184.216.34'],
    ['a listed name with any address', ['printer.lan'], 'printer.lan', 9100, '10.0.0.7'],
    ['a listed name without regard to case', ['Printer.LAN'], 'printer.lan', 80, '10.0.0.7'],
    ['a listed name with a final dot', ['printer.lan'], 'printer.lan.', 80, '10.0.0.7'],
    ['a listed name on its port', ['printer.lan:8080'], 'printer.lan', 8080, '10.0.0.7'],
    ['a listed name on port 80', ['printer.lan:80'], 'printer.lan', 80, '10.0.0.7'],
    ['a listed address, on any port', ['10.0.0.7'], '10.0.0.7', 1234, '10.0.0.7'],
    ['a listed address reached by name', ['10.0.0.7'], 'printer.lan', 80, '10.0.0.7'],
    ['a listed address on its port', ['10.0.0.7:8080'], 'printer.lan', 8080, '10.0.0.7'],
    ['an address of a listed block', ['10.0.0.0/8'], 'printer.lan', 80, '10.200.0.7'],
    ['an address of a listed block of IPv6', ['fd00::/8'], 'fd12::1', 80, 'fd12::1'],
    ['a listed address of IPv6 on its port', ['[fd00::7]:80'], 'fd00::7', 80, 'fd00::7'],
    ['a listed address of IPv6 in brackets', ['[fd00::7]'], 'fd00::7', 443, 'fd00::7'],
  ])('allows %s', (_what, entries, host, port, address) => {
    expect(allows(entries, host, port, address)).toBe(true);
  });

  it('refuses public addresses of this machine unless the operator has allowed them', () => {
    const destination = { host: 'example.org', port: 80 };
    expect(new Reachability([], own).allows(destination, '93.184.216.34')).toBe(false);
    expect(new Reachability([], own).allows(destination, '93.184.216.35')).toBe(true);
    expect(new Reachability(['example.org:80'], own).allows(destination, '93.184.216.34')).toBe(true);
  });

  it.each([
    ['a private address without a list', [], 'printer.lan', 80, '10.0.0.7'],
    ['a listed name on another port', ['printer.lan:8080'], 'printer.lan', 80, '10.0.0.7'],
    ['a subdomain of a listed name', ['lan'], 'printer.lan', 80, '10.0.0.7'],
    ['a name with a listed name as its prefix', ['printer.lan'], 'printer.lan.evil.example', 80, '10.0.0.7'],
    ['a listed address on another port', ['10.0.0.7:8080'], '10.0.0.7', 80, '10.0.0.7'],
    ['the address next to a listed one', ['10.0.0.7'], '10.0.0.8', 80, '10.0.0.8'],
    ['another address for the name of a listed address', ['10.0.0.7'], '10.0.0.7', 80, '10.0.0.9'],
    ['an address outside the block', ['10.0.0.0/24'], 'printer.lan', 80, '10.0.1.7'],
    ['an address with a zone', ['fe80::/10'], 'printer.lan', 80, 'fe80::1%lo'],
    ['an empty address', ['10.0.0.0/8'], 'printer.lan', 80, ''],
  ])('refuses %s', (_what, entries, host, port, address) => {
    expect(allows(entries, host, port, address)).toBe(false);
  });
});
