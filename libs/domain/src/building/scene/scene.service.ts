import { inTransaction, type ModelEntity } from '@app/entities';
import { type Actor, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ObjectReferencesService } from '../objects/object-references.service';
import { sceneFaults } from './check-scene';
import {
  deleteStatesOfOthers,
  findModel,
  lockScene,
  readScene,
  type Scene,
  storeScene,
} from './scene.queries';

export type { Scene } from './scene.queries';

/** Changes of the scene. Omitted fields keep their value. A given list replaces the whole stored list. */
export type SceneChanges = Partial<Scene>;

/** Reads and changes the configuration of the 3D view. */
@Injectable()
export class SceneService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly references: ObjectReferencesService,
    private readonly audit: AuditService,
  ) {}

  read(): Promise<Scene> {
    return readScene(this.dataSource.manager);
  }

  /** The scene with its model; the model is null if the scene has none. */
  async withModel(): Promise<{ scene: Scene; model: ModelEntity | null }> {
    const scene = await this.read();
    const { modelId } = scene;
    return { scene, model: modelId === null ? null : await findModel(this.dataSource.manager, modelId) };
  }

  /** @throws DomainError invalid with a detail for each repeated id and each unknown reference */
  async change(actor: Actor, changes: SceneChanges): Promise<Scene> {
    return inTransaction(this.dataSource, async (manager) => {
      const before = await lockScene(manager);
      const after: Scene = { ...before, ...changes };
      // A reference to a deleted object is accepted if the stored scene already has it, so that a client can send the
      // scene back unchanged.
      const objects = await this.references.withIds(manager, objectIdsIn(after));
      const objectIds = new Set([...objects.keys(), ...objectIdsIn(before)]);
      const { modelId } = after;
      const modelExists = modelId !== null && (await this.references.hasModel(manager, modelId));
      const faults = sceneFaults(after, { modelExists, objectIds });
      if (faults.length > 0) throw DomainError.invalid('The scene is not valid.', faults);
      await storeScene(manager, after);
      if (changes.labels) await deleteStatesOfOthers(manager, after.labels);
      await this.audit.recordChange(actor, { action: 'scene.changed', before, after }, manager);
      return after;
    });
  }
}

function objectIdsIn({ hotspots }: Scene): number[] {
  return hotspots.flatMap(({ objectId }) => (objectId === null ? [] : [objectId]));
}
