import { queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from '../../api/plantroom';

type Schemas = components['schemas'];
export type SceneData = Schemas['SceneDto'];
export type Hotspot = Schemas['SceneHotspotDto'];
export type Label = Schemas['SceneLabelDto'];

/**
 * The file is large and rarely changes, so it is read once. After a lost connection it is read again, and the same content
 * stays the same object: another one would load the model again and reset the camera.
 */
export const modelFileQuery = (id: number) =>
  queryOptions({
    queryKey: ['/api/models', id, 'file'],
    queryFn: ({ signal }): Promise<ArrayBuffer> =>
      unwrap(
        plantroom.api.GET('/api/models/{id}/file', {
          params: { path: { id }, header: {} },
          parseAs: 'arrayBuffer',
          signal,
        }),
      ),
    staleTime: Infinity,
    structuralSharing: (before, now) => (isSameFile(before, now) ? before : now),
    gcTime: 60_000,
  });

function isSameFile(before: unknown, now: unknown): boolean {
  if (!(before instanceof ArrayBuffer && now instanceof ArrayBuffer)) return false;
  const [left, right] = [new Uint8Array(before), new Uint8Array(now)];
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
