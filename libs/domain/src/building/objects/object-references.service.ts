import { chunksOf } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OBJECT_SEARCH } from './object-search';
import {
  findObjectOfPoint,
  insertNamedByCode,
  type SharedObject,
  shareModel,
  shareObjects,
} from './objects.queries';

export type { SharedObject } from './objects.queries';

/** Ids or codes per statement. This is far below the number of parameters that a database accepts. */
const PER_STATEMENT = 1000;

/** Resolves references to models and objects within the transaction of another feature. */
@Injectable()
export class ObjectReferencesService {
  /** Returns true if the model exists, and prevents its deletion until the transaction ends. */
  hasModel(manager: EntityManager, modelId: number): Promise<boolean> {
    return shareModel(manager, modelId);
  }

  /** The objects with these ids. These objects cannot be deleted until the transaction ends. */
  async withIds(manager: EntityManager, ids: readonly number[]): Promise<Map<number, SharedObject>> {
    const sorted = ids.toSorted((one, other) => one - other);
    const objects = await inParts(sorted, (part) => shareObjects(manager, 'id', part));
    return new Map(objects.map((object) => [object.id, object]));
  }

  /** The id of the object of a point, which cannot be deleted until the transaction ends; null if there is none. */
  async ofPoint(manager: EntityManager, code: string): Promise<number | null> {
    const id = await findObjectOfPoint(manager, code);
    return id !== null && (await this.withIds(manager, [id])).has(id) ? id : null;
  }

  /** The objects with these codes. These objects cannot be deleted until the transaction ends. */
  async withCodes(manager: EntityManager, codes: readonly string[]): Promise<Map<string, SharedObject>> {
    const objects = await inParts(codes, (part) => shareObjects(manager, 'code', part));
    return new Map(objects.map((object) => [object.code, object]));
  }

  /** Create an object for each code, with the code as its name. */
  async create(
    manager: EntityManager,
    modelId: number,
    codes: readonly string[],
  ): Promise<Map<string, SharedObject>> {
    if (codes.length === 0) return new Map();
    await insertNamedByCode(manager, modelId, codes);
    const created = await this.withCodes(manager, codes);
    await OBJECT_SEARCH.add(
      manager,
      [...created.values()].map(({ id, code }) => ({ id, texts: [code] })),
    );
    return created;
  }
}

async function inParts<Item, Row>(
  items: readonly Item[],
  read: (part: Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const chunk of chunksOf(items, PER_STATEMENT)) rows.push(...(await read(chunk)));
  return rows;
}
