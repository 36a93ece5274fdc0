import type { MeterEntity } from '@app/entities';
import type { GatewayClient, GatewaySample } from '@app/gateway-client';
import { DomainError } from '@app/kernel';
import type { HistoryWindow } from '../arithmetic/history-window';
import { fetchWindow } from './fetch-window';

const METER = { pointCode: 'METER.1' } as MeterEntity;
const timeout = () => new DomainError('upstream_timeout', 'gateway_timeout', 'The gateway did not answer.');
const at = (ms: number, value: unknown, quality: GatewaySample['quality'] = 'good') => ({
  timestamp: new Date(ms).toISOString(),
  value,
  quality,
});

/** A window whose length is halved down to 25 ms. */
class Window {
  lengthMs = 100;
  counts: number[] = [];
  endOf = (fromMs: number, limitMs: number) => Math.min(fromMs + this.lengthMs, limitMs);
  held = (count: number) => void this.counts.push(count);
  narrow = () => {
    if (this.lengthMs <= 25) return false;
    this.lengthMs /= 2;
    return true;
  };
}

/** A gateway that answers with these results in turn. An error is thrown. */
function gatewayOf(...answers: (GatewaySample[] | Error)[]) {
  const calls: { codes: readonly string[]; from: Date; to: Date }[] = [];
  const history = (query: { codes: readonly string[]; from: Date; to: Date }) => {
    calls.push(query);
    const answer = answers.shift();
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve(answer ? [{ code: METER.pointCode, values: answer }] : []);
  };
  return { calls, client: { history } as unknown as GatewayClient };
}

const fetched = (gateway: { client: GatewayClient }, window: Window, signal = new AbortController().signal) =>
  fetchWindow(gateway.client, METER, { fromMs: 0, limitMs: 80 }, window as unknown as HistoryWindow, signal);

describe('fetchWindow', () => {
  it('fetches the readings of a window, and drops samples outside of it', async () => {
    const gateway = gatewayOf([
      at(-1, 1),
      at(0, 2),
      at(40, Number.NaN, 'bad'),
      at(60, 'off', 'uncertain'),
      at(79, 3),
      at(80, 4),
    ]);
    const window = new Window();
    expect(await fetched(gateway, window)).toEqual({
      toMs: 80,
      readings: [
        { atMs: 0, value: 2, quality: 0 },
        { atMs: 40, value: null, quality: 2 },
        { atMs: 60, value: null, quality: 1 },
        { atMs: 79, value: 3, quality: 0 },
      ],
    });
    expect(gateway.calls).toEqual([{ codes: ['METER.1'], from: new Date(0), to: new Date(80) }]);
    expect(window.counts).toEqual([4]);
  });

  it('returns no readings if the gateway has no series', async () => {
    expect(await fetched(gatewayOf(), new Window())).toEqual({ toMs: 80, readings: [] });
  });

  it('fetches a narrower window after a timeout', async () => {
    const gateway = gatewayOf(timeout(), timeout(), [at(20, 1)]);
    expect(await fetched(gateway, new Window())).toEqual({
      toMs: 25,
      readings: [{ atMs: 20, value: 1, quality: 0 }],
    });
    expect(gateway.calls.map(({ to }) => to.getTime())).toEqual([80, 50, 25]);
  });

  it('throws the timeout if the window cannot be narrower', async () => {
    const gateway = gatewayOf(timeout(), timeout(), timeout(), [at(0, 1)]);
    await expect(fetched(gateway, new Window())).rejects.toThrow('The gateway did not answer.');
    expect(gateway.calls).toHaveLength(3);
  });

  it.each([
    [
      'an error that is no timeout',
      new DomainError('upstream_failed', 'gateway_failed', 'The gateway failed.'),
    ],
    ['an unexpected error', new TypeError('fetch failed')],
  ])('throws %s at once', async (_, error) => {
    const gateway = gatewayOf(error, [at(0, 1)]);
    await expect(fetched(gateway, new Window())).rejects.toBe(error);
    expect(gateway.calls).toHaveLength(1);
  });

  it('fetches no other window after it was aborted', async () => {
    const gateway = gatewayOf(timeout(), [at(0, 1)]);
    await expect(fetched(gateway, new Window(), AbortSignal.abort())).rejects.toThrow(
      'The gateway did not answer.',
    );
    expect(gateway.calls).toHaveLength(1);
  });
});
