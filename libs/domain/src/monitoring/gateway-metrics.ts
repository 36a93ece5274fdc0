import { MeterEntity } from '@app/entities';
import { Gateways } from '@app/gateway-client';
import { Clock } from '@app/kernel';
import { Metrics, type Sample } from '@app/metrics';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { isOfProvider } from '../metering/meters/meters.service';

const BREAKER = 'plantroom_gateway_breaker';
const BREAKER_STATES = ['closed', 'half_open', 'open'] as const;
const METERS = 'plantroom_meters';
const LAG = 'plantroom_ingestion_lag_seconds';
const OLDEST = 'plantroom_ingestion_oldest_reading_seconds';
/** A meter is late if its last reading is older than two of its intervals, and also older than 15 minutes. */
const LATE_INTERVALS = 2;
const LATE_MS = 15 * 60_000;

/** Metrics of the gateways, as a worker sees them: their states and the age of the readings. */
@Injectable()
export class GatewayMetrics implements OnModuleInit {
  constructor(
    private readonly gateways: Gateways,
    private readonly metrics: Metrics,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const breaker = {
      name: BREAKER,
      help: 'State of the circuit breaker of a gateway: 1 for the current state.',
      labelNames: ['state', 'gateway'],
    };
    this.metrics.gauges([breaker], () => this.breakers());
    this.metrics.gauges(
      [
        { name: LAG, help: 'Age of the newest reading of any meter.' },
        {
          name: OLDEST,
          help: 'Age of the last reading of the meter that has been silent for the longest time.',
        },
        { name: METERS, help: 'Meters by the age of their last reading.', labelNames: ['state'] },
      ],
      () => this.meters(),
    );
  }

  private async breakers(): Promise<Sample[]> {
    return (await this.gateways.enabled()).flatMap(({ settings, client }) =>
      BREAKER_STATES.map((state) => ({
        name: BREAKER,
        labels: { state, gateway: String(settings.id) },
        value: Number(state === client.state().breaker),
      })),
    );
  }

  private async meters(): Promise<Sample[]> {
    const meters = await this.dataSource.manager.find(MeterEntity, {
      select: { id: true, pointCode: true, energyType: true, lastReadingAt: true, intervalSeconds: true },
      where: { removedAt: IsNull(), kind: Not('formula') },
    });
    const ages = meters
      .filter((meter) => !isOfProvider(meter))
      .map((meter) => ageOf(meter, this.clock.nowMs()));
    const known = ages.flatMap(({ ageMs }) => (ageMs === null ? [] : [ageMs]));
    const lag =
      known.length > 0
        ? [
            { name: LAG, value: Math.min(...known) / 1000 },
            { name: OLDEST, value: Math.max(...known) / 1000 },
          ]
        : [];
    const counts = (['current', 'late', 'silent'] as const).map((state) => ({
      name: METERS,
      labels: { state },
      value: ages.filter((age) => age.state === state).length,
    }));
    return [...lag, ...counts];
  }
}

function ageOf({ lastReadingAt, intervalSeconds }: MeterEntity, nowMs: number) {
  if (lastReadingAt === null) return { state: 'silent', ageMs: null };
  const ageMs = Math.max(0, nowMs - lastReadingAt.getTime());
  const isLate = ageMs > Math.max(LATE_MS, LATE_INTERVALS * intervalSeconds * 1000);
  return { state: isLate ? 'late' : 'current', ageMs };
}
