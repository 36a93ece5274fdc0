import { basename } from 'node:path';
import { inTransaction, ModelEntity, requireRow } from '@app/entities';
import type { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { StoredFilesService, type Upload } from '../../platform/stored-files/stored-files.service';
import { NodeNamesService, type NodeUse } from '../scene/node-names.service';
import { type InspectedModel, ModelInspectionService } from './model-inspection.service';
import { MIME_TYPES } from './model-kind';
import { findModel, findModelByStaticName, lockModel, saveModel } from './models.queries';

const NAME = 'The model';

/** Reads and replaces the files of models. */
@Injectable()
export class ModelFilesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: StoredFilesService,
    private readonly inspection: ModelInspectionService,
    private readonly nodes: NodeNamesService,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError not_found */
  find(id: number): Promise<ModelEntity> {
    return requireRow(findModel(this.dataSource.manager, id), NAME);
  }

  /** @throws DomainError not_found */
  findByStaticName(staticName: string): Promise<ModelEntity> {
    return requireRow(findModelByStaticName(this.dataSource.manager, staticName), NAME);
  }

  /**
   * List the objects, devices and hotspots whose nodes the upload lacks. Changes nothing.
   * @throws DomainError not_found; the errors of `ModelInspectionService.inspect`
   */
  async compare(id: number, upload: Upload): Promise<NodeUse[]> {
    await this.find(id);
    const inspected = await this.inspection.inspect(upload);
    return lostIn(inspected, await this.nodes.inUse(id));
  }

  /**
   * Replace the file of a model. Its objects and points stay.
   * @returns the objects, devices and hotspots whose nodes the new file lacks
   * @throws DomainError not_found; the errors of `ModelInspectionService.inspect`
   */
  async replace(actor: Actor, id: number, upload: Upload): Promise<NodeUse[]> {
    await this.find(id);
    const inspected = await this.inspection.inspect(upload);
    const former = await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockModel(manager, id), NAME);
      await this.files.adopt(manager, upload.storageKey);
      await this.files.release(manager, before.storageKey);
      const changed = Object.assign(new ModelEntity(), before, fileColumns(upload, inspected));
      const after = await saveModel(manager, changed);
      const change = { action: 'model.file_replaced', target: `model ${id}`, before, after };
      await this.audit.recordChange(actor, change, manager);
      return before.storageKey;
    });
    await this.files.discard(former);
    return lostIn(inspected, await this.nodes.inUse(id));
  }
}

/** The columns of a model that describe its file. */
export function fileColumns({ storageKey, fileName, sizeBytes, sha256 }: Upload, { kind }: InspectedModel) {
  return {
    storageKey,
    staticName: `${basename(storageKey, '.bin')}.${kind}`,
    fileName,
    mimeType: MIME_TYPES[kind],
    sizeBytes,
    sha256,
  };
}

/** If the names of the file's nodes are unknown, every record that refers to a node is returned. */
function lostIn({ nodeNames }: InspectedModel, uses: readonly NodeUse[]): NodeUse[] {
  const present = new Set(nodeNames);
  return uses.filter(({ name }) => !present.has(name));
}
