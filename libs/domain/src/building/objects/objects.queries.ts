import { BuildingObjectEntity, dialectSql, PagedList, PointEntity } from '@app/entities';
import { LIST_REACH, type Page, type PageRequest } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import { OBJECT_SEARCH } from './object-search';

export interface ObjectFilter extends PageRequest {
  modelId?: number;
  /** Matches the beginning of the name, of the code, or of a word in them. Case is ignored. */
  search?: string;
}

/** An object without its relations. */
export type BuildingObject = Omit<BuildingObjectEntity, 'model'>;
/** The part of an object that other features read. */
export type SharedObject = Pick<BuildingObject, 'id' | 'code' | 'modelId'>;

const OBJECTS = new PagedList(BuildingObjectEntity, {
  columns: ['id', 'name', 'modelId', 'code', 'description', 'nodeName'],
  order: ['id'],
  direction: 'ASC',
});

/** The matching objects, oldest first. @throws DomainError `search_too_broad` */
export async function findObjects(
  manager: EntityManager,
  { search = '', modelId, ...page }: ObjectFilter,
): Promise<Page<BuildingObject>> {
  const ids = search === '' ? undefined : await OBJECT_SEARCH.find(manager, search);
  return OBJECTS.read(manager, page, { equals: { modelId }, ids });
}

export function findObject(manager: EntityManager, id: number): Promise<BuildingObject | null> {
  return manager.findOneBy(BuildingObjectEntity, { id });
}

/** The first points of an object, oldest first. */
export function findPointsOf(manager: EntityManager, objectId: number): Promise<PointEntity[]> {
  return manager.find(PointEntity, { where: { objectId }, order: { id: 'ASC' }, take: LIST_REACH });
}

export async function findPointCodesOf(manager: EntityManager, objectId: number): Promise<string[]> {
  const points = await manager.find(PointEntity, { select: { id: true, code: true }, where: { objectId } });
  return points.map(({ code }) => code);
}

/** Read the object and lock it until the transaction ends. */
export function lockObject(manager: EntityManager, id: number): Promise<BuildingObject | null> {
  return manager.findOne(BuildingObjectEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/**
 * Read these objects with a shared lock. They cannot be changed or deleted until the transaction ends.
 * @param values must not be empty
 */
export async function shareObjects(
  manager: EntityManager,
  column: 'id' | 'code',
  values: readonly (number | string)[],
): Promise<SharedObject[]> {
  const rows = await dialectSql.query<{ id: number; code: string; model_id: number }>(
    manager,
    // All transactions lock in the same order, so they cannot deadlock.
    `SELECT id, code, model_id FROM building_object WHERE ${dialectSql.isOneOf(column)}
     ORDER BY id ${dialectSql.forShare}`,
    [values],
  );
  return rows.map(({ id, code, model_id: modelId }) => ({ id, code, modelId }));
}

/** Returns true if the model exists, and prevents its deletion until the transaction ends. */
export async function shareModel(manager: EntityManager, id: number): Promise<boolean> {
  const sql = `SELECT id FROM model WHERE id = ? ${dialectSql.forShare}`;
  return (await dialectSql.query(manager, sql, [id])).length > 0;
}

/** Insert the object, or update it if it has an id. */
export async function saveObject(
  manager: EntityManager,
  object: Omit<BuildingObject, 'id'> & { id?: number },
): Promise<BuildingObject> {
  const { id, name, code } = await manager.save(manager.create(BuildingObjectEntity, object));
  await OBJECT_SEARCH.replace(manager, { id, texts: [name, code] });
  return { ...object, id };
}

/** Insert an object for each code, with the code as its name. */
export async function insertNamedByCode(
  manager: EntityManager,
  modelId: number,
  codes: readonly string[],
): Promise<void> {
  await dialectSql.insert(manager, 'building_object', [
    { name: 'name', type: 'text', values: codes },
    { name: 'code', type: 'text', values: codes },
    { name: 'model_id', type: 'int', values: modelId },
  ]);
}

/** Delete the object. The database also deletes the object's points and their search terms. */
export async function deleteObject(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(BuildingObjectEntity, { id });
}

export async function findObjectOfPoint(manager: EntityManager, code: string): Promise<number | null> {
  const point = await manager.findOne(PointEntity, { select: { id: true, objectId: true }, where: { code } });
  return point?.objectId ?? null;
}
