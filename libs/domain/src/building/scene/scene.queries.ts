import {
  BuildingObjectEntity,
  LightingStateEntity,
  ModelEntity,
  SceneEntity,
  type SceneLabel,
} from '@app/entities';
import { groupBy } from '@app/kernel';
import { type EntityManager, In, IsNull, Not } from 'typeorm';

/** The configuration of the 3D view. */
export type Scene = Pick<SceneEntity, 'modelId' | 'camera' | 'ambientLight' | 'hotspots' | 'labels'>;

/** The id of the only row. */
const SCENE = { id: 1 };
const FIELDS = { modelId: true, camera: true, ambientLight: true, hotspots: true, labels: true } as const;

export function readScene(manager: EntityManager): Promise<Scene> {
  return manager.findOneOrFail(SceneEntity, { select: FIELDS, where: SCENE });
}

/** Read the scene and lock it until the transaction ends. */
export function lockScene(manager: EntityManager): Promise<Scene> {
  return manager.findOneOrFail(SceneEntity, {
    select: FIELDS,
    where: SCENE,
    lock: { mode: 'pessimistic_write' },
  });
}

export async function storeScene(manager: EntityManager, scene: Scene): Promise<void> {
  await manager.update(SceneEntity, SCENE, { ...scene, revision: () => 'revision + 1' });
}

/** The revision changes with each change of the scene. */
export async function readRevision(manager: EntityManager): Promise<number> {
  const { revision } = await manager.findOneOrFail(SceneEntity, { select: { revision: true }, where: SCENE });
  return revision;
}

/** Like `readRevision`, and locks the scene until the transaction ends. */
export async function lockRevision(manager: EntityManager): Promise<number> {
  const { revision } = await manager.findOneOrFail(SceneEntity, {
    select: { id: true, revision: true },
    where: SCENE,
    lock: { mode: 'pessimistic_write' },
  });
  return revision;
}

export function readLabels(manager: EntityManager): Promise<Pick<SceneEntity, 'labels' | 'revision'>> {
  return manager.findOneOrFail(SceneEntity, { select: { labels: true, revision: true }, where: SCENE });
}

/** Deletes the requested states of lights that are no longer in the scene. */
export async function deleteStatesOfOthers(
  manager: EntityManager,
  labels: readonly SceneLabel[],
): Promise<void> {
  const kept = new Map(
    labels.map(({ id, devices }) => [id, new Set(devices.map(({ deviceId }) => deviceId))]),
  );
  const states = await manager.find(LightingStateEntity, { select: { labelId: true, deviceId: true } });
  const lost = states.filter(({ labelId, deviceId }) => !kept.get(labelId)?.has(deviceId));
  for (const [labelId, group] of groupBy(lost, (state) => state.labelId)) {
    const deviceId = In(group.map((state) => state.deviceId));
    await manager.delete(LightingStateEntity, { labelId, deviceId });
  }
}

export function findModel(manager: EntityManager, id: number): Promise<ModelEntity | null> {
  return manager.findOneBy(ModelEntity, { id });
}

/** The objects of the model that refer to a node of its file. */
export function findObjectsWithNode(
  manager: EntityManager,
  modelId: number,
): Promise<Pick<BuildingObjectEntity, 'id' | 'nodeName'>[]> {
  return manager.find(BuildingObjectEntity, {
    select: { id: true, nodeName: true },
    where: { modelId, nodeName: Not(IsNull()) },
    order: { id: 'ASC' },
  });
}
