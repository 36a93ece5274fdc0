import { AreaEntity, AreaMeterEntity, inTransaction, MeterEntity, shareRead } from '@app/entities';
import { type Actor, Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { PlatformService } from '../platform/platform.service';
import { differences } from '../audit/audit-record';
import { AuditService } from '../audit/audit.service';
import { type AreaInput, checkAreaSet, type IdentifiedArea, withIds } from './area-set';
import type { Site } from './area-tree';
import {
  findMeter,
  findMeters,
  findMetersByCode,
  loadSite,
  lockSite,
  markMetersWithoutArea,
  removeAreasExcept,
  storeLastAreaId,
} from './areas.queries';
import { changedMeter, newMeter } from './meter-settings';

/** Far from what a database takes as parameters of one statement. */
const ROWS_PER_STATEMENT = 1000;

/** The areas of the site and the meters that stand in them. */
@Injectable()
export class AreasService {
  private readonly readSite = shareRead(() => loadSite(this.dataSource.manager));

  constructor(
    private readonly dataSource: DataSource,
    private readonly platform: PlatformService,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** Not to be changed: calls of the same moment are given the same one. */
  site(): Promise<Site> {
    return this.readSite();
  }

  /** Every meter that is read. */
  meters(): Promise<MeterEntity[]> {
    return findMeters(this.dataSource.manager);
  }

  /** A meter that is read; null where it is not, or not any more. */
  meter(id: number): Promise<MeterEntity | null> {
    return findMeter(this.dataSource.manager, id);
  }

  /**
   * Replaces the whole set of areas in one transaction. An area with an id keeps the fields that its input omits; an
   * area without one is created. The readings of every meter that stays are kept. New history is fetched in the
   * background afterwards.
   * @throws DomainError invalid with a detail per fault
   */
  async replace(actor: Actor, areas: readonly AreaInput[]): Promise<Site> {
    const zone = await this.platform.timezone();
    return inTransaction(this.dataSource, async (manager) => {
      const lastId = await lockSite(manager);
      const before = await loadSite(manager);
      const known = new Map(before.areas.map((area) => [area.id, area]));
      const identified = withIds(areas, before.areas, lastId);
      checkAreaSet(identified, before.areas);
      const newIds = identified.flatMap(({ id, isNew }) => (isNew ? [id] : []));
      if (newIds.length > 0) await storeLastAreaId(manager, Math.max(...newIds));
      await removeAreasExcept(
        manager,
        identified.map(({ id }) => id),
      );
      await manager.save(
        AreaEntity,
        identified.map((area, index) => mergeArea(known.get(area.id), area, index)),
      );
      await this.replaceMeters(manager, identified, zone);
      await markMetersWithoutArea(manager, this.clock.now());
      const after = await loadSite(manager);
      const record = { action: 'areas.replaced', ...differences(auditedAreas(before), auditedAreas(after)) };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /** Areas that say nothing of meters keep theirs. */
  private async replaceMeters(manager: EntityManager, areas: IdentifiedArea[], zone: string): Promise<void> {
    const saying = areas.filter(({ meters }) => meters !== undefined);
    const inputs = new Map(
      saying.flatMap(({ meters = [] }) => meters).map((meter) => [meter.pointCode, meter]),
    );
    const known = await findMetersByCode(manager, [...inputs.keys()]);
    const knownByCode = new Map(known.map((meter) => [meter.pointCode, meter]));
    await manager.save(
      MeterEntity,
      [...inputs.values()].map((input) => {
        const meter = knownByCode.get(input.pointCode);
        return meter
          ? Object.assign(meter, changedMeter(meter, input, this.clock.nowMs(), zone))
          : manager.create(MeterEntity, newMeter(input, this.clock.nowMs(), zone));
      }),
      { chunk: ROWS_PER_STATEMENT },
    );
    // Read back: of many rows at once MySQL gives the first id alone, and the others need not follow one by one.
    const saved = await findMetersByCode(manager, [...inputs.keys()]);
    const idByCode = new Map(saved.map(({ pointCode, id }) => [pointCode, id]));
    const links = saying.flatMap(({ id: areaId, meters = [] }) =>
      meters.map(({ pointCode }, sortOrder) => ({
        areaId,
        meterId: idByCode.get(pointCode) ?? 0,
        sortOrder,
      })),
    );
    await manager.delete(AreaMeterEntity, { areaId: In(saying.map(({ id }) => id)) });
    for (let start = 0; start < links.length; start += ROWS_PER_STATEMENT) {
      await manager.insert(AreaMeterEntity, links.slice(start, start + ROWS_PER_STATEMENT));
    }
  }
}

function mergeArea(before: AreaEntity | undefined, area: IdentifiedArea, index: number): AreaEntity {
  const { warningKw = before?.warningKw ?? null, overLimitKw = before?.overLimitKw ?? null } =
    area.limits ?? {};
  const sameLimits = before?.warningKw === warningKw && before.overLimitKw === overLimitKw;
  return Object.assign(new AreaEntity(), {
    id: area.id,
    name: area.name ?? before?.name ?? `Area ${area.id}`,
    parentId: area.parentId,
    sortOrder: area.sortOrder ?? before?.sortOrder ?? index,
    warningKw,
    overLimitKw,
    // By other limits it is decided anew: what was above the former ones need not be above these.
    status: sameLimits ? before.status : 'normal',
  });
}

/** The areas by id, as far as people describe them. */
function auditedAreas({ areas, metersByArea }: Site): Record<string, unknown> {
  return Object.fromEntries(
    areas.map(({ id, name, parentId, sortOrder, warningKw, overLimitKw }) => [
      id,
      {
        name,
        parentId,
        sortOrder,
        warningKw,
        overLimitKw,
        meters: (metersByArea.get(id) ?? []).map((meter) => ({
          pointCode: meter.pointCode,
          energyType: meter.energyType,
          kind: meter.kind,
          multiplier: meter.multiplier,
          since: meter.since,
          intervalSeconds: meter.intervalSeconds,
          stampedAt: meter.stampedAt,
          registerMax: meter.registerMax,
          maxPowerKw: meter.maxPowerKw,
        })),
      },
    ]),
  );
}
