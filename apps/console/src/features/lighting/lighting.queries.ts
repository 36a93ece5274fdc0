import { queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from '../../api/plantroom';
import { sceneQuery } from '../../api/scene';

type Schemas = components['schemas'];
export type Label = Schemas['SceneLabelDto'];
export type LightingScene = Schemas['LightingSceneDto'];
export type LightingStatus = Schemas['LightingStatusDto'];
export type LightState = Schemas['LightStateDto'];
export type LightingCommand = Schemas['LightingBatchDto'];
export type LightingOutcome = Schemas['LightingOutcomeDto'];

/** Prefix of the keys of the states of all labels. */
export const LIGHTING = ['/api/control/lighting'] as const;

/** The groups of lights, with their lighting scenes. */
export const labelsQuery = queryOptions({ ...sceneQuery, select: ({ labels }) => labels });

const withLabel = (labelId: string) => ({ params: { path: { labelId } } });

export const lightingStatusQuery = (labelId: string) =>
  queryOptions({
    queryKey: [...LIGHTING, labelId],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/control/lighting/{labelId}/status', { ...withLabel(labelId), signal })),
  });

export const toggleLights = (labelId: string, on: boolean | 'half'): Promise<LightingOutcome> =>
  unwrap(
    plantroom.api.POST('/api/control/lighting/{labelId}/toggle', { ...withLabel(labelId), body: { on } }),
  );

export const controlLights = (labelId: string, body: LightingCommand): Promise<LightingOutcome> =>
  unwrap(plantroom.api.POST('/api/control/lighting/{labelId}/batch', { ...withLabel(labelId), body }));

/** Replaces the lighting scenes of one label. The other labels are read again first, because they may have changed. */
export async function saveScenes(
  labelId: string,
  change: (scenes: readonly LightingScene[]) => LightingScene[],
): Promise<void> {
  const { labels } = await unwrap(plantroom.api.GET('/api/dashboard-model'));
  const changed = labels.map((label) =>
    label.id === labelId ? { ...label, scenes: change(label.scenes) } : label,
  );
  await unwrap(plantroom.api.PUT('/api/dashboard-model', { body: { labels: changed } }));
}
