import type { AreaCard } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { startOf } from '../../metering/arithmetic/calendar';
import { AreaCardsService } from '../../metering/energy/area-cards.service';
import { EnergyDetailsService } from '../../metering/energy/energy-details.service';

/** Electricity of an area. Energy is in kWh and power in kW; null if nothing was measured. */
export interface PublicArea extends Pick<
  AreaCard,
  'id' | 'parentId' | 'name' | 'currentPower' | 'energyToday'
> {
  energyYesterday: number | null;
}

/** Reads the electricity of all areas. */
@Injectable()
export class PublicAreasService {
  constructor(
    private readonly cards: AreaCardsService,
    private readonly details: EnergyDetailsService,
  ) {}

  async figures(nowMs: number, zone: string): Promise<PublicArea[]> {
    const todayMs = startOf('day', nowMs, zone);
    const yesterday = { startMs: startOf('day', todayMs - 1, zone), endMs: todayMs };
    const [cards, points] = await Promise.all([
      this.cards.cards(),
      this.details.points({
        from: new Date(yesterday.startMs).toISOString(),
        to: new Date(yesterday.endMs).toISOString(),
        interval: 'day',
      }),
    ]);
    const energyOf = new Map(points.map(({ areaId, value }) => [areaId, value]));
    return cards.map(({ id, parentId, name, currentPower, energyToday }) => ({
      id,
      parentId,
      name,
      currentPower,
      energyToday,
      energyYesterday: energyOf.get(id) ?? null,
    }));
  }
}
