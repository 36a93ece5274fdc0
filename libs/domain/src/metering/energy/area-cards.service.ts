import { type AreaCard, type AreaStatus, energyUpdated } from '@app/contracts';
import {
  type AreaEntity,
  AreaEntity as Area,
  type EnergyType,
  inTransaction,
  type MeterEntity,
  type WriteGuard,
} from '@app/entities';
import { EventBus } from '@app/events';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { nextAreaStatus } from '../areas/area-status';
import { countedMeters, eachOnce, metersOfEnergy, type Site } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import { type BucketSum } from '../arithmetic/bucket-sums';
import { startOf } from '../arithmetic/calendar';
import { EnergySumsService } from '../meters/energy-sums.service';
import { powerMetersByArea, sumOfPower } from './current-power';
import { toKwh } from '../arithmetic/meter-arithmetic';
import { roundedEnergy } from '../arithmetic/rounded';

/** Computes the card of each area: its current power, its energy of today and this month, and its status. */
@Injectable()
export class AreaCardsService {
  /** The cards that were published last. */
  private published: string | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly areas: AreasService,
    private readonly sums: EnergySumsService,
    private readonly configuration: ConfigurationService,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns one card per area, in the areas' order. Limits apply to electric power, so other energy is never above them.
   */
  async cards(energyType: EnergyType = 'electricity'): Promise<AreaCard[]> {
    return this.cardsOf(await this.areas.site(), energyType);
  }

  async cardsOf(site: Site, energyType: EnergyType): Promise<AreaCard[]> {
    const nowMs = this.clock.nowMs();
    const energyMeters = countedMeters(site, energyType, metersOfEnergy);
    const powerMeters = powerMetersByArea(site, energyType, nowMs);
    const totals = await this.totalsToNow(site, energyType, nowMs);
    return site.areas.map((area) => {
      const meters = energyMeters.get(area.id) ?? [];
      const currentPower = sumOfPower(powerMeters.get(area.id) ?? []);
      return {
        id: area.id,
        parentId: area.parentId,
        name: area.name,
        currentPower: roundedEnergy(currentPower),
        energyToday: roundedEnergy(sumOfEnergy(meters, totals.today)),
        energyMonth: roundedEnergy(sumOfEnergy(meters, totals.month)),
        status: statusOf(energyType === 'electricity' ? area : NO_LIMITS, currentPower),
        lastReadingAt: newestReading([...meters, ...(powerMeters.get(area.id) ?? [])]),
      };
    });
  }

  /**
   * Computes and stores each area's status, and publishes the cards if a status changed. Only the worker that holds the
   * ingestion lease may call this.
   * @param guard throws, in the transaction that writes, if this process has lost its lease
   * @returns the cards
   */
  async refresh(guard?: WriteGuard): Promise<AreaCard[]> {
    const site = await this.areas.site();
    if (site.areas.length === 0) return [];
    const cards = await this.cardsOf(site, 'electricity');
    const changed = cards.filter(({ status }, index) => status !== site.areas[index]?.status);
    if (changed.length > 0) {
      await inTransaction(this.dataSource, async (manager) => {
        await guard?.(manager);
        for (const { id, status } of changed) await manager.update(Area, id, { status });
      });
    }
    const text = JSON.stringify(cards);
    if (text !== this.published) {
      this.published = text;
      this.bus.publish(energyUpdated, { areas: cards });
    }
    return cards;
  }

  private async totalsToNow(
    site: Site,
    energyType: EnergyType,
    nowMs: number,
  ): Promise<{ today: Map<number, BucketSum[]>; month: Map<number, BucketSum[]> }> {
    const zone = await this.configuration.timezone();
    const all = eachOnce([...site.metersByArea.values()].flat());
    const meters = all.filter((meter) => meter.energyType === energyType);
    const todayMs = startOf('day', nowMs, zone);
    const [today, month] = await Promise.all([
      this.sums.byMeter(meters, [{ startMs: todayMs, endMs: nowMs }], zone, 'hours'),
      this.sums.byMeter(meters, [{ startMs: startOf('month', nowMs, zone), endMs: nowMs }], zone, 'days'),
    ]);
    return { today, month };
  }
}

function sumOfEnergy(meters: readonly MeterEntity[], sums: ReadonlyMap<number, BucketSum[]>): number | null {
  const measured = meters.flatMap(({ id }) => sums.get(id)?.[0]?.energyMwh ?? []);
  return measured.length === 0 ? null : toKwh(measured.reduce((sum, energyMwh) => sum + energyMwh, 0));
}

function newestReading(meters: readonly MeterEntity[]): string | null {
  const stamps = meters.flatMap(({ lastReadingAt }) => lastReadingAt?.getTime() ?? []);
  return stamps.length === 0 ? null : new Date(Math.max(...stamps)).toISOString();
}

const NO_LIMITS = { status: 'normal', warningKw: null, overLimitKw: null };

function statusOf(
  area: Pick<AreaEntity, 'status' | 'warningKw' | 'overLimitKw'>,
  currentPower: number | null,
): AreaStatus {
  return nextAreaStatus(area.status as AreaStatus, currentPower, area);
}
