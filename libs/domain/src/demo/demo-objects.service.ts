import { Readable } from 'node:stream';
import { inTransaction, type Language, type SceneHotspot } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ModelsService } from '../building/models/models.service';
import { ObjectReferencesService } from '../building/objects/object-references.service';
import { ObjectsService } from '../building/objects/objects.service';
import { PointImportService } from '../building/points/point-import.service';
import { StoredFilesService } from '../platform/stored-files/stored-files.service';
import { demoModel } from './demo-model';
import { DEMO_NAMES } from './demo-names';
import { type DemoObject, demoObjects } from './demo-objects';
import { DEMO_ACTOR } from './demo-actor';
import { findRecordsMadeBy } from './demo.queries';

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
  async seed(language: Language): Promise<DemoView | null> {
    const demo = demoObjects(language);
    const modelId = await this.modelId(language);
    if (modelId === null) return null;
    const known = await this.objectsOf(modelId, demo);
    for (const { code, name } of demo) {
      if (!known.has(code)) await this.objects.create(DEMO_ACTOR, { code, name, modelId, nodeName: name });
    }
    const rows = demo.flatMap(({ code: objectCode, points }) =>
      points.map((point) => ({ ...point, objectCode })),
    );
    await this.imports.import(DEMO_ACTOR, rows, { modelId });
    const objectIds = await this.objectsOf(modelId, demo);
    return { view: { modelId, hotspots: hotspotsOf(demo, objectIds) }, objectIds };
  }

  private async modelId(language: Language): Promise<number | null> {
    const [record] = await findRecordsMadeBy(this.dataSource.manager, DEMO_ACTOR.name, 'model.created');
    if (record === undefined) return this.createModel(language);
    const { id } = JSON.parse(record ?? '{}') as { id?: number };
    if (id === undefined) return null;
    const exists = await inTransaction(this.dataSource, (manager) => this.references.hasModel(manager, id));
    return exists ? id : null;
  }

  private async createModel(language: Language): Promise<number> {
    const content = Readable.from([demoModel(demoObjects(language))]);
    const upload = await this.files.receive({
      folder: 'models',
      fileName: 'demonstration-building.gltf',
      content,
    });
    const model = await this.models.create(
      DEMO_ACTOR,
      { name: DEMO_NAMES[language].building, description: null },
      upload,
    );
    return model.id;
  }

  /** The ids of the objects, by code. */
  private async objectsOf(modelId: number, objects: readonly DemoObject[]): Promise<Map<string, number>> {
    const codes = objects.map(({ code }) => code);
    const found = await inTransaction(this.dataSource, (manager) =>
      this.references.withCodes(manager, codes),
    );
    const own = [...found.values()].filter((object) => object.modelId === modelId);
    return new Map(own.map(({ code, id }) => [code, id]));
  }
}

function hotspotsOf(objects: readonly DemoObject[], ids: ReadonlyMap<string, number>): SceneHotspot[] {
  return objects.map(({ code, name, centre: [x, y, z] }) => ({
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
