import type { PointValue, Quality } from '@app/contracts';
import { inTransaction, requireRow } from '@app/entities';
import { type Actor, DomainError, mapPage, type Page, similarName, unknownRecord } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { endTriggerTimes } from '../../platform/occurrences/end-trigger-times';
import { AuditService } from '../../platform/audit/audit.service';
import { ObjectReferencesService } from '../objects/object-references.service';
import { writeUniqueCode } from '../unique-code';
import {
  deletePoint,
  findCodes,
  findLastValue,
  findLastValues,
  findPoint,
  findPointIds,
  findPointsByCode,
  findPoints,
  lockPoint,
  type Point,
  type PointFilter,
  savePoint,
} from './points.queries';

export type { Point, PointFilter } from './points.queries';

/** Changes of a point. Omitted fields keep their value. */
export type PointChanges = Partial<Omit<Point, 'id'>>;
export type PointInput = PointChanges & Pick<Point, 'name' | 'code' | 'objectId'>;

/** A point with its last value. All three fields are null if the gateway has never reported a value. */
export interface PointDetail extends Point {
  value: unknown;
  quality: Quality | null;
  /** The time at which the value was measured. */
  timestamp: string | null;
}

/** The point of a record that stores a code. Both fields are null if no point has this code. */
export interface PointName {
  pointId: number | null;
  pointName: string | null;
}

const NAME = 'The point';
const MAX_SIMILAR = 10;
const MAX_COMPARED = 20_000;

/** Creates, reads, updates and deletes points. */
@Injectable()
export class PointsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: ObjectReferencesService,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError `search_too_broad` */
  list(filter: PointFilter): Promise<Page<Point>> {
    return findPoints(this.dataSource.manager, filter);
  }

  /** @throws DomainError not_found */
  async find(id: number): Promise<PointDetail> {
    const { manager } = this.dataSource;
    const point = await requireRow(findPoint(manager, id), NAME);
    const last = await findLastValue(manager, point.code);
    const { value = null, quality = null, timestamp = null } = last ?? {};
    return { ...point, value, quality, timestamp };
  }

  /** The existing points with these codes, by code. */
  byCode(codes: readonly string[]): Promise<Map<string, Point>> {
    return findPointsByCode(this.dataSource.manager, codes);
  }

  /** Adds the id and the name of the point to each item of a page, with one query for the whole page. */
  async named<Item extends { code: string }>(page: Page<Item>): Promise<Page<Item & PointName>> {
    const points = await this.byCode([...new Set(page.items.map(({ code }) => code))]);
    return mapPage(page, (item) => {
      const { id: pointId = null, name: pointName = null } = points.get(item.code) ?? {};
      return { ...item, pointId, pointName };
    });
  }

  /** The last values of the points with these codes. Points without a reported value are left out. */
  lastValues(
    codes: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Map<string, PointValue>> {
    return findLastValues(manager, codes);
  }

  /** The last value of the point with this code; null if the gateway has never reported one. */
  lastValue(manager: EntityManager, code: string): Promise<PointValue | null> {
    return findLastValue(manager, code);
  }

  /** The codes of points, and codes for which the gateway has reported a value. */
  async knownCodes(codes: readonly string[]): Promise<ReadonlySet<string>> {
    const { manager } = this.dataSource;
    const ids = await findPointIds(manager, codes);
    const others = codes.filter((code) => !ids.has(code));
    return new Set([...ids.keys(), ...(await findLastValues(manager, others)).keys()]);
  }

  /**
   * Finds the known codes that misspelt codes may stand for. Compares at most ten codes with at most 20,000 known ones,
   * because each comparison takes time.
   */
  async similarCodes(misspelt: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (misspelt.length === 0) return new Map();
    const known = await findCodes(this.dataSource.manager, MAX_COMPARED);
    return new Map(
      misspelt.slice(0, MAX_SIMILAR).flatMap((code): [string, string][] => {
        const similar = similarName(code, known);
        return similar === undefined ? [] : [[code, similar]];
      }),
    );
  }

  /** @throws DomainError `code_taken`; invalid for an unknown object */
  create(actor: Actor, input: PointInput): Promise<Point> {
    return writeUniqueCode(this.dataSource, 'point', input.code, async (manager) => {
      await this.assertObject(manager, input.objectId);
      const after = await savePoint(manager, { unit: null, dataType: null, ...input });
      const record = { action: 'point.created', target: `point ${after.id}`, after };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /** @throws the errors of `create`, and DomainError not_found */
  change(actor: Actor, id: number, changes: PointChanges): Promise<Point> {
    return writeUniqueCode(this.dataSource, 'point', changes.code, async (manager) => {
      // The object is locked before the point. A deletion of the object uses the same order, so the two cannot
      // deadlock.
      if (changes.objectId !== undefined) await this.assertObject(manager, changes.objectId);
      const before = await requireRow(lockPoint(manager, id), NAME);
      const after = await savePoint(manager, { ...before, ...changes, id });
      const change = { action: 'point.changed', target: `point ${id}`, before, after };
      await this.audit.recordChange(actor, change, manager);
      return after;
    });
  }

  /** @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockPoint(manager, id), NAME);
      await deletePoint(manager, id);
      await endTriggerTimes(manager, [before.code]);
      await this.audit.record(actor, { action: 'point.removed', target: `point ${id}`, before }, manager);
    });
  }

  private async assertObject(manager: EntityManager, objectId: number): Promise<void> {
    if ((await this.objects.withIds(manager, [objectId])).has(objectId)) return;
    throw DomainError.ofField('objectId', unknownRecord('object', objectId));
  }
}
