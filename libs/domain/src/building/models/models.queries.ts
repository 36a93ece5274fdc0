import { ModelEntity, PagedList, PointEntity, TermSearch, WORDS } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/** Finds models by their names. */
const MODEL_SEARCH = new TermSearch({
  table: 'model_search_term',
  idColumn: 'model_id',
  records: 'models',
  parts: WORDS,
});

export interface ModelFilter extends PageRequest {
  /** Matches the beginning of the name, or of a word in it. Case is ignored. */
  search?: string;
}

const MODELS = new PagedList(ModelEntity, {
  columns: [
    'id',
    'name',
    'description',
    'version',
    'storageKey',
    'staticName',
    'fileName',
    'mimeType',
    'sizeBytes',
    'sha256',
    'createdAt',
  ],
  order: ['id'],
  direction: 'ASC',
});

/** The matching models, oldest first. @throws DomainError `search_too_broad` */
export async function findModels(
  manager: EntityManager,
  { search = '', ...page }: ModelFilter,
): Promise<Page<ModelEntity>> {
  const ids = search === '' ? undefined : await MODEL_SEARCH.find(manager, search);
  return MODELS.read(manager, page, { ids });
}

export function findModel(manager: EntityManager, id: number): Promise<ModelEntity | null> {
  return manager.findOneBy(ModelEntity, { id });
}

export function findModelByStaticName(
  manager: EntityManager,
  staticName: string,
): Promise<ModelEntity | null> {
  return manager.findOneBy(ModelEntity, { staticName });
}

/** Read the model and lock it until the transaction ends. */
export function lockModel(manager: EntityManager, id: number): Promise<ModelEntity | null> {
  return manager.findOne(ModelEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Insert the model, or update it if it has an id. */
export async function saveModel(
  manager: EntityManager,
  model: Omit<ModelEntity, 'id'> & { id?: number },
): Promise<ModelEntity> {
  const saved = await manager.save(manager.create(ModelEntity, model));
  await MODEL_SEARCH.replace(manager, { id: saved.id, texts: [saved.name] });
  return saved;
}

export async function findPointCodesOf(manager: EntityManager, modelId: number): Promise<string[]> {
  const select = { id: true, code: true };
  const points = await manager.find(PointEntity, { select, where: { object: { modelId } } });
  return points.map(({ code }) => code);
}

/** Delete the model. The database also deletes its objects and points. */
export async function deleteModel(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(ModelEntity, { id });
}
