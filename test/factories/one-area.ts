import type { AreasService } from '@app/domain';
import type { AreaInput } from '@app/domain/testing';
import { AreaEntity, MeterDayEntity, MeterEntity, MeterHourEntity, ReadingEntity } from '@app/entities';
import { Actor } from '@app/kernel';
import type { DataSource } from 'typeorm';

/** Makes `area` the only area of the site. Updates the first existing area, or creates one. */
export async function putOneArea(areas: AreasService, area: AreaInput): Promise<MeterEntity[]> {
  const [existing] = (await areas.site()).areas;
  const site = await areas.replace(Actor.system('test'), [{ ...area, id: existing?.id }]);
  return [...(site.metersByArea.get(site.areas[0]?.id ?? 0) ?? [])];
}

/** Deletes all areas and all meters, with their readings and sums. */
export async function deleteAreas({ manager }: DataSource): Promise<void> {
  for (const entity of [AreaEntity, MeterDayEntity, MeterHourEntity, ReadingEntity, MeterEntity])
    await manager.deleteAll(entity);
}
