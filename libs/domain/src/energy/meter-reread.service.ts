import { inTransaction, MeterEntity } from '@app/entities';
import { Clock, DomainError, parseInstant } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PlatformService } from '../platform/platform.service';
import { findMeters } from './areas.queries';
import { floorHour } from './hour-rows';
import { LIVE_WINDOW_MS } from './meter-settings';

/** Has history that was read already read again: corrections, and what came later than the live reading looks back. */
@Injectable()
export class MeterRereadService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly platform: PlatformService,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets meters back to `from`; the background work then fetches all that the gateway has since. What it no longer has
   * stays as it is.
   * @param from ISO 8601; without an offset in the platform time zone
   * @param pointCodes the meters; all where left out
   * @returns how many meters are read again
   * @throws DomainError not_found for a code that no meter has, invalid where `from` lies ahead
   */
  async readAgain(from: string, pointCodes?: readonly string[]): Promise<number> {
    const fromMs = floorHour(parseInstant(from, await this.platform.timezone()).getTime());
    const liveFromMs = this.clock.nowMs() - LIVE_WINDOW_MS;
    if (fromMs > this.clock.nowMs())
      throw DomainError.invalid('from lies ahead; there is nothing to read yet.');
    return inTransaction(this.dataSource, async (manager) => {
      const all = await findMeters(manager);
      const meters = pointCodes ? all.filter(({ pointCode }) => pointCodes.includes(pointCode)) : all;
      const unknown = pointCodes?.find((code) => !meters.some(({ pointCode }) => pointCode === code));
      if (unknown !== undefined) throw DomainError.notFound(`The meter ${unknown}`);
      for (const { id, since, backfilledTo } of meters) {
        const sinceMs = since.getTime();
        const liveFrom = new Date(Math.max(liveFromMs, sinceMs));
        const startMs = Math.min(Math.max(fromMs, sinceMs), backfilledTo.getTime(), liveFrom.getTime());
        await manager.update(MeterEntity, id, { backfilledTo: new Date(startMs), liveFrom });
      }
      return meters.length;
    });
  }
}
