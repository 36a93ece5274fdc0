import { Readable } from 'node:stream';
import { inTransaction, type SceneHotspot } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ModelsService } from '../building/models/models.service';
import { ObjectReferencesService } from '../building/objects/object-references.service';
import { ObjectsService } from '../building/objects/objects.service';
import { PointImportService } from '../building/points/point-import.service';
import { StoredFilesService } from '../platform/stored-files/stored-files.service';
import { demoModel } from './demo-model';
import { demoObjects } from './demo-objects';
import { DEMO_ACTOR } from './demo-actor';
import { findRecordsMadeBy } from './demo.queries';

const NAME = 'Demonstration building';

/** The objects of the demonstration building, and the parts of the scene that show them. */
export interface DemoView {
  view: { modelId: number; hotspots: SceneHotspot[] };
  /** By their codes. */
  objectIds: Map<string, number>;
}

/** Creates a model with objects and points for newcomers. */
@Injectable()
export class DemoObjectsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: StoredFilesService,
    private readonly models: ModelsService,
    private readonly objects: ObjectsService,
    private readonly references: ObjectReferencesService,
    private readonly imports: PointImportService,
  ) {}

  /**
   * Creates the missing parts. The audit log records the creation of the model, so a deleted model is not created
   * again.
   * @returns null if the model was deleted
   */
  async seed(): Promise<DemoView | null> {
    const modelId = await this.modelId();
    if (modelId === null) return null;
    const known = await this.objectsOf(modelId);
    for (const { code, name } of demoObjects) {
      if (!known.has(code)) await this.objects.create(DEMO_ACTOR, { code, name, modelId, nodeName: name });
    }
    const rows = demoObjects.flatMap(({ code: objectCode, points }) =>
      points.map((point) => ({ ...point, objectCode })),
    );
    await this.imports.import(DEMO_ACTOR, rows, { modelId });
    const objectIds = await this.objectsOf(modelId);
    return { view: { modelId, hotspots: hotspotsOf(objectIds) }, objectIds };
  }

  private async modelId(): Promise<number | null> {
    const [record] = await findRecordsMadeBy(this.dataSource.manager, DEMO_ACTOR.name, 'model.created');
    if (record === undefined) return this.createModel();
    const { id } = JSON.parse(record ?? '{}') as { id?: number };
    if (id === undefined) return null;
    const exists = await inTransaction(this.dataSource, (manager) => this.references.hasModel(manager, id));
    return exists ? id : null;
  }

  private async createModel(): Promise<number> {
    const content = Readable.from([demoModel(demoObjects)]);
    const upload = await this.files.receive({
      folder: 'models',
      fileName: 'demonstration-building.gltf',
      content,
    });
    const model = await this.models.create(DEMO_ACTOR, { name: NAME, description: null }, upload);
    return model.id;
  }

  /** The ids of the objects, by code. */
  private async objectsOf(modelId: number): Promise<Map<string, number>> {
    const codes = demoObjects.map(({ code }) => code);
    const found = await inTransaction(this.dataSource, (manager) =>
      this.references.withCodes(manager, codes),
    );
    const own = [...found.values()].filter((object) => object.modelId === modelId);
    return new Map(own.map(({ code, id }) => [code, id]));
  }
}

function hotspotsOf(ids: ReadonlyMap<string, number>): SceneHotspot[] {
  return demoObjects.map(({ code, name, centre: [x, y, z] }) => ({
    id: hotspotId(code),
    title: name,
    position: { x, y, z },
    objectId: ids.get(code) ?? null,
    nodeName: name,
  }));
}

export function hotspotId(objectCode: string): string {
  return objectCode.toLowerCase().replaceAll('.', '-');
}
