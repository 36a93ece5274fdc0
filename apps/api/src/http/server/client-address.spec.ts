import type { Request } from 'express';
import { clientAddressOf } from './client-address';

describe('clientAddressOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:DB8::1', '2001:db8::1'],
    [`fe80::1%${'x'.repeat(300)}`, 'fe80::1'],
    // If the forwarded address is invalid, the address of the connection is returned.
    ['unknown', '127.0.0.1'],
    ['192.0.2.7:5678', '127.0.0.1'],
    ['x'.repeat(10_000), '127.0.0.1'],
    [undefined, '127.0.0.1'],
  ])('normalizes %s to %s', (ip, expected) => {
    expect(clientAddressOf({ ip, socket: { remoteAddress: '::ffff:127.0.0.1' } as Request['socket'] })).toBe(
      expected,
    );
  });

  it('returns null if the caller has disconnected', () => {
    expect(clientAddressOf({ ip: undefined, socket: {} as Request['socket'] })).toBeNull();
  });
});
