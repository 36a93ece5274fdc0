import type { PointWriter } from '../../../building/point-writes/point-writer';
import type { PointRevertsService } from '../../../building/point-reverts/point-reverts.service';
import type { GatewayClient } from '@app/gateway-client';
import { ExecutionPoints } from './execution-points';

const reading = { value: 21, quality: 'good', timestamp: '2026-01-01T00:00:00.000Z' } as const;
const unused = {} as never;
const forget = () => Promise.resolve();

describe('ExecutionPoints', () => {
  it("reads the value of a point by the point's code", async () => {
    const values = (codes: readonly string[]) => Promise.resolve(codes.map((code) => ({ code, ...reading })));
    const gateway = { values } as unknown as GatewayClient;
    const points = new ExecutionPoints(gateway, unused, unused);
    expect(await points.read('P1')).toEqual(reading);
  });

  it.each([
    ['the value that was read back', { code: 'P1', ...reading }, reading],
    ['null if no value was read back', null, null],
  ])('returns %s after a write', async (_, found, expected) => {
    const writer = { writeForExecution: () => Promise.resolve(found) } as unknown as PointWriter;
    const points = new ExecutionPoints(unused, writer, { forget } as unknown as PointRevertsService);
    const execution = { id: 'e', workflowId: 'w' };
    const { signal } = new AbortController();
    expect(await points.write({ code: 'P1', value: 21, execution, signal })).toEqual(expected);
  });
});
