import type { AreaInput, AreasService } from '@app/domain';
import type { MeterEntity } from '@app/entities';
import { Actor } from '@app/kernel';

/** Makes `area` the only area of the site; the first area that exists is updated, or one is created. */
export async function putOneArea(areas: AreasService, area: AreaInput): Promise<MeterEntity[]> {
  const [existing] = (await areas.site()).areas;
  const site = await areas.replace(Actor.system('test'), [{ ...area, id: existing?.id }]);
  return site.metersByArea.get(site.areas[0]?.id ?? 0) ?? [];
}
