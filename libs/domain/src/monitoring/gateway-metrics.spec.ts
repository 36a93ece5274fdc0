import type { Gateways } from '@app/gateway-client';
import { FixedClock } from '@app/kernel';
import type { Metrics, Sample } from '@app/metrics';
import type { DataSource } from 'typeorm';
import { GatewayMetrics } from './gateway-metrics';

const NOW = Date.parse('2026-11-20T12:00:00Z');

async function samplesOf(agesSeconds: (number | null)[]): Promise<Sample[]> {
  const meters = agesSeconds.map((age) => ({
    lastReadingAt: age === null ? null : new Date(NOW - age * 1000),
    intervalSeconds: 900,
  }));
  const collectors: (() => Promise<Sample[]>)[] = [];
  const metrics = { gauges: (_: unknown, collect: () => Promise<Sample[]>) => collectors.push(collect) };
  const dataSource = { manager: { find: () => Promise.resolve(meters) } };
  const client = { state: () => ({ breaker: 'open' }) };
  const gateways = { enabled: () => Promise.resolve([{ settings: { id: 7 }, client }]) };
  new GatewayMetrics(
    gateways as unknown as Gateways,
    metrics as unknown as Metrics,
    dataSource as unknown as DataSource,
    new FixedClock(NOW),
  ).onModuleInit();
  return (await Promise.all(collectors.map((collect) => collect()))).flat();
}

const valueOf = (samples: Sample[], name: string) => samples.find((sample) => sample.name === name)?.value;

describe('GatewayMetrics', () => {
  it('reports the longest time that any meter has been silent, so that a single dead meter is noticed', async () => {
    const samples = await samplesOf([30, 90_000, 60, null]);
    expect(valueOf(samples, 'plantroom_ingestion_lag_seconds')).toBe(30);
    expect(valueOf(samples, 'plantroom_ingestion_oldest_reading_seconds')).toBe(90_000);
  });

  it('reports no age if no meter has a reading', async () => {
    const samples = await samplesOf([null]);
    expect(valueOf(samples, 'plantroom_ingestion_oldest_reading_seconds')).toBeUndefined();
  });

  it('reports the state of the circuit breaker of each gateway', async () => {
    const breakers = (await samplesOf([])).filter(({ name }) => name === 'plantroom_gateway_breaker');
    expect(breakers.map(({ labels, value }) => [labels, value])).toEqual([
      [{ state: 'closed', gateway: '7' }, 0],
      [{ state: 'half_open', gateway: '7' }, 0],
      [{ state: 'open', gateway: '7' }, 1],
    ]);
  });
});
