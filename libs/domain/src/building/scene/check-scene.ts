import { type ErrorDetail, say, unknownRecord } from '@app/kernel';
import type { Scene } from './scene.queries';

/** The records in the database to which a scene refers. */
export interface SceneReferences {
  modelExists: boolean;
  objectIds: ReadonlySet<number>;
}

/**
 * Returns the problems that the validation of single fields cannot find: repeated ids, and references to records that
 * do not exist.
 */
export function sceneFaults(scene: Scene, { modelExists, objectIds }: SceneReferences): ErrorDetail[] {
  const { modelId, hotspots, labels } = scene;
  return [
    ...(modelId === null || modelExists ? [] : [{ path: 'modelId', ...unknownRecord('model', modelId) }]),
    ...repeats(
      'hotspots',
      hotspots.map(({ id }) => id),
    ),
    ...hotspots.flatMap(({ objectId }, index) =>
      objectId === null || objectIds.has(objectId)
        ? []
        : [{ path: `hotspots[${index}].objectId`, ...unknownRecord('object', objectId) }],
    ),
    ...repeats(
      'labels',
      labels.map(({ id }) => id),
    ),
    ...labels.flatMap((label, index) => labelFaults(label, `labels[${index}]`)),
  ];
}

function labelFaults({ devices, scenes }: Scene['labels'][number], path: string): ErrorDetail[] {
  const deviceIds = devices.map(({ deviceId }) => deviceId);
  return [
    ...repeats(`${path}.devices`, deviceIds, 'deviceId'),
    ...repeats(
      `${path}.scenes`,
      scenes.map(({ id }) => id),
    ),
    ...scenes.flatMap(({ levels }, index) =>
      levelFaults(levels, deviceIds, `${path}.scenes[${index}].levels`),
    ),
  ];
}

function levelFaults(
  levels: readonly { deviceId: string }[],
  deviceIds: readonly string[],
  path: string,
): ErrorDetail[] {
  const named = levels.map(({ deviceId }) => deviceId);
  const unknown = named.flatMap((deviceId, index) =>
    deviceIds.includes(deviceId)
      ? []
      : [{ path: `${path}[${index}].deviceId`, ...say('unknown_device', { id: deviceId }) }],
  );
  return [...repeats(path, named, 'deviceId'), ...unknown];
}

function repeats(path: string, ids: readonly string[], field = 'id'): ErrorDetail[] {
  const known = new Set<string>();
  return ids.flatMap((id, index) => {
    if (known.has(id)) return [{ path: `${path}[${index}].${field}`, ...say('used_twice', { id }) }];
    known.add(id);
    return [];
  });
}
