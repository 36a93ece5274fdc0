import type { AreasService } from '@app/domain';
import type { AreaInput } from '@app/domain/testing';
import type { MeterEntity } from '@app/entities';
import { Actor } from '@app/kernel';

/** Makes `area` the only area of the site. Updates the first existing area, or creates one. */
export async function putOneArea(areas: AreasService, area: AreaInput): Promise<MeterEntity[]> {
  const [existing] = (await areas.site()).areas;
  const site = await areas.replace(Actor.system('test'), [{ ...area, id: existing?.id }]);
  return [...(site.metersByArea.get(site.areas[0]?.id ?? 0) ?? [])];
}
