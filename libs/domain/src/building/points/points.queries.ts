import { type PointValue, QUALITIES } from '@app/contracts';
import { dialectSql, PagedList, PointEntity, PointValueEntity, TermSearch, WORDS } from '@app/entities';
import { chunksOf, LIST_REACH, type Page, type PageRequest } from '@app/kernel';
import { type EntityManager, In } from 'typeorm';

/** Finds points by their names and codes. */
const POINT_SEARCH = new TermSearch({
  table: 'point_search_term',
  idColumn: 'point_id',
  records: 'points',
  parts: WORDS,
});

export interface PointFilter extends PageRequest {
  objectId?: number;
  /** Matches the beginning of the name, of the code, or of a word in them, whose case is ignored, and the unit. */
  search?: string;
  codes?: readonly string[];
}

/** A point without its relations. */
export type Point = Omit<PointEntity, 'object'>;

const BEGINS_A_WORD = /^[\p{L}\p{N}]/u;

/** Codes per statement. This is far below the number of parameters that a database accepts. */
const CODES_PER_STATEMENT = 1000;

const POINTS = new PagedList(PointEntity, {
  columns: ['id', 'name', 'code', 'objectId', 'unit', 'dataType'],
  order: ['id'],
  direction: 'ASC',
});

/** The matching points, oldest first. @throws DomainError `search_too_broad` */
export async function findPoints(
  manager: EntityManager,
  { search = '', codes, objectId, ...page }: PointFilter,
): Promise<Page<Point>> {
  const found = search === '' ? undefined : await searchedIds(manager, search);
  const named = codes && [...(await findPointIds(manager, codes)).values()];
  const ids = found && named ? found.filter((id) => named.includes(id)) : (found ?? named);
  return POINTS.read(manager, page, { equals: { objectId }, ids });
}

async function searchedIds(manager: EntityManager, search: string): Promise<number[]> {
  const unit = search.trim();
  if (unit === '') return [];
  const sql = 'SELECT id FROM point WHERE unit = ? LIMIT ?';
  const rows = await dialectSql.query<Pick<Point, 'id'>>(manager, sql, [unit, LIST_REACH + 1]);
  const ofUnit = rows.map(({ id }) => id);
  // A search by words ignores the sign of °C, and finds all words with a C at the beginning.
  const isOnlyUnit = ofUnit.length > 0 && !BEGINS_A_WORD.test(unit);
  const named = isOnlyUnit ? [] : await POINT_SEARCH.find(manager, search);
  const found = [...new Set([...named, ...ofUnit])].toSorted((one, other) => one - other);
  POINT_SEARCH.assertReach(found);
  return found;
}

export function findPoint(manager: EntityManager, id: number): Promise<Point | null> {
  return manager.findOneBy(PointEntity, { id });
}

/** Read the point and lock it until the transaction ends. */
export function lockPoint(manager: EntityManager, id: number): Promise<Point | null> {
  return manager.findOne(PointEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** The ids of the existing points with these codes. */
export async function findPointIds(
  manager: EntityManager,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const part of chunksOf(codes, CODES_PER_STATEMENT)) {
    const sql = `SELECT id, code FROM point WHERE ${dialectSql.isOneOf('code')}`;
    const rows = await dialectSql.query<Pick<Point, 'id' | 'code'>>(manager, sql, [part]);
    for (const { id, code } of rows) ids.set(code, id);
  }
  return ids;
}

/** The codes of all points and of all reported values, up to `limit`. */
export async function findCodes(manager: EntityManager, limit: number): Promise<string[]> {
  const sql = `SELECT code FROM point UNION SELECT code FROM point_value ORDER BY code LIMIT ${limit}`;
  return (await dialectSql.query<Pick<Point, 'code'>>(manager, sql, [])).map(({ code }) => code);
}

/** The existing points with these codes, by code. */
export async function findPointsByCode(
  manager: EntityManager,
  codes: readonly string[],
): Promise<Map<string, Point>> {
  const points = new Map<string, Point>();
  for (const part of chunksOf(codes, CODES_PER_STATEMENT)) {
    for (const point of await manager.findBy(PointEntity, { code: In([...part]) }))
      points.set(point.code, point);
  }
  return points;
}

/** The last values of the points with these codes, by code. Points without a value are left out. */
export async function findLastValues(
  manager: EntityManager,
  codes: readonly string[],
): Promise<Map<string, PointValue>> {
  const values = new Map<string, PointValue>();
  for (const part of chunksOf(codes, CODES_PER_STATEMENT)) {
    for (const row of await manager.findBy(PointValueEntity, { code: In([...part]) })) {
      values.set(row.code, toPointValue(row));
    }
  }
  return values;
}

/** The last value of the point with this code; null if the gateway has never reported one. */
export async function findLastValue(manager: EntityManager, code: string): Promise<PointValue | null> {
  const row = await manager.findOneBy(PointValueEntity, { code });
  return row && toPointValue(row);
}

function toPointValue({ code, value, quality, measuredAt }: PointValueEntity): PointValue {
  return { code, value, quality: QUALITIES[quality] ?? 'bad', timestamp: measuredAt.toISOString() };
}

/** Insert the point, or update it if it has an id. */
export async function savePoint(
  manager: EntityManager,
  point: Omit<Point, 'id'> & { id?: number },
): Promise<Point> {
  const { id, name, code } = await manager.save(manager.create(PointEntity, point));
  await POINT_SEARCH.replace(manager, { id, texts: [name, code] });
  return { ...point, id };
}

/** Insert points with new codes. The number of statements does not depend on the number of points. */
export async function insertPoints(
  manager: EntityManager,
  points: readonly Omit<Point, 'id'>[],
): Promise<void> {
  if (points.length === 0) return;
  const codes = points.map(({ code }) => code);
  await dialectSql.insert(manager, 'point', [
    { name: 'name', type: 'text', values: points.map(({ name }) => name) },
    { name: 'code', type: 'text', values: codes },
    { name: 'object_id', type: 'int', values: points.map(({ objectId }) => objectId) },
    { name: 'unit', type: 'text', values: points.map(({ unit }) => unit) },
    { name: 'data_type', type: 'text', values: points.map(({ dataType }) => dataType) },
  ]);
  const ids = await findPointIds(manager, codes);
  await POINT_SEARCH.add(
    manager,
    points.flatMap(({ name, code }) => {
      const id = ids.get(code);
      return id === undefined ? [] : [{ id, texts: [name, code] }];
    }),
  );
}

export async function deletePoint(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(PointEntity, { id });
}
