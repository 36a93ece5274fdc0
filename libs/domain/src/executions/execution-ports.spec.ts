import type { GatewayClient } from '@app/gateway-client';
import { ExecutionPorts } from './execution-ports';

/** Ports to a gateway alone. */
function portsTo(gateway: Partial<GatewayClient>): ExecutionPorts {
  return new ExecutionPorts({} as never, {} as never, {} as never, gateway as GatewayClient);
}

const refuse = () => Promise.resolve({ success: false });

describe('the points that nodes reach', () => {
  it('are written where the gateway says so', async () => {
    const written: unknown[][] = [];
    const set = (...call: unknown[]) => {
      written.push(call);
      return Promise.resolve({ success: true });
    };
    await portsTo({ set }).points.write('P1', 21);
    expect(written).toEqual([['P1', 21]]);
  });

  it('are not where it says that it did not', async () => {
    await expect(portsTo({ set: refuse }).points.write('P1', 21)).rejects.toMatchObject({
      code: 'not_written',
    });
  });

  it('are read one by one', async () => {
    const reading = { value: 21, quality: 'good', timestamp: '2026-01-01T00:00:00.000Z' } as const;
    const values = (codes: readonly string[]) => Promise.resolve(codes.map((code) => ({ code, ...reading })));
    expect(await portsTo({ values }).points.read('P1')).toEqual(reading);
  });
});
