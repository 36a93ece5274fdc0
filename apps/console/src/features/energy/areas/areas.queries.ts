import { type Area, areasQuery } from '../../../api/areas';
import { type components, plantroom, unwrap } from '../../../api/plantroom';
import type { AreaInput } from './area-set';

export type SavedAreas = components['schemas']['SavedAreasDto'];

export const AREAS = areasQuery.queryKey;

/** Changes the newest set of areas, because the API replaces the whole set. */
export async function changeAreas(change: (areas: readonly Area[]) => AreaInput[]): Promise<SavedAreas> {
  const { areas } = await unwrap(plantroom.api.GET('/api/energy/areas'));
  return unwrap(plantroom.api.PUT('/api/energy/areas', { body: { areas: change(areas) } }));
}
