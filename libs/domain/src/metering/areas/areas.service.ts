import type { AreaStatus } from '@app/contracts';
import { AreaEntity, AreaMeterEntity, inTransaction, MeterEntity, shareRead } from '@app/entities';
import { chunksOf, type Actor, Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { AuditService } from '../../platform/audit/audit.service';
import { checkFormulas } from './area-formulas';
import { type AreaInput, checkAreaSet, type IdentifiedArea, withIds } from './area-set';
import type { EnergySite, Site } from './area-tree';
import { energySiteOf, type EnergySiteText } from './energy-site';
import {
  deletePartsOfRemoved,
  findAreasOfPoints,
  findMetersByCode,
  loadSite,
  lockSite,
  markMetersWithoutArea,
  readEnergySite,
  removeAreasExcept,
  replaceParts,
  shareArea,
  storeLastAreaId,
} from './areas.queries';
import { changedMeter, hasFormula, newMeter } from '../meters/meter-settings';

/** Rows per INSERT. A statement with this many rows has far fewer parameters than a database accepts. */
const ROWS_PER_STATEMENT = 1000;

/** Reads and replaces the areas of the site and their meters. */
@Injectable()
export class AreasService {
  private readonly readSite = shareRead(() => loadSite(this.dataSource.manager));
  private readonly readEnergySite = shareRead(() => readEnergySite(this.dataSource.manager));
  private knownEnergySite: { text: EnergySiteText; site: EnergySite } | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** The result must not be changed: concurrent callers share it. */
  site(): Promise<Site> {
    return this.readSite();
  }

  /**
   * Returns the fields of the site on which energy figures depend. Each call reads them as one text, and parses the
   * text only if it has changed. The result must not be changed: all callers share it.
   */
  async energySite(): Promise<EnergySite> {
    const text = await this.readEnergySite();
    const known = this.knownEnergySite;
    if (known?.text.areas === text.areas && known.text.meters === text.meters) return known.site;
    const site = energySiteOf(text);
    this.knownEnergySite = { text, site };
    return site;
  }

  /** The name of each area by its id. */
  async names(): Promise<Map<number, string>> {
    const { areas } = await this.readSite();
    return new Map(areas.map(({ id, name }) => [id, name]));
  }

  /**
   * Returns the area of each point that a meter reads. If a meter belongs to several areas, the first of these areas is
   * returned.
   */
  areasOfPoints(manager: EntityManager, codes: readonly string[]): Promise<Map<string, number>> {
    return findAreasOfPoints(manager, codes);
  }

  /** Returns true if the area exists, and prevents its deletion until the transaction ends. */
  hasArea(manager: EntityManager, id: number): Promise<boolean> {
    return shareArea(manager, id);
  }

  /**
   * Replaces the whole set of areas in one transaction. An area with an id keeps the fields that its input omits; an
   * area without an id is created. Meters that remain keep their readings. History that is not stored yet is fetched in
   * the background.
   * @throws DomainError invalid with a detail per problem
   */
  replace(actor: Actor, areas: readonly AreaInput[]): Promise<Site> {
    return this.change(actor, () => areas);
  }

  /** Like `replace`, with a set that depends on the stored areas. @param wanted is called in the transaction */
  async change(actor: Actor, wanted: (site: Site) => readonly AreaInput[]): Promise<Site> {
    const zone = await this.configuration.timezone();
    return inTransaction(this.dataSource, async (manager) => {
      const lastId = await lockSite(manager);
      const before = await loadSite(manager);
      const known = new Map(before.areas.map((area) => [area.id, area]));
      const areas = wanted(before);
      const identified = withIds(areas, before.areas, lastId);
      checkAreaSet(identified, before.areas);
      const stored = await this.storedMeters(manager, identified, before);
      checkFormulas(identified, { byCode: stored, byArea: before.metersByArea });
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
      await this.replaceMeters(manager, identified, stored, zone);
      await markMetersWithoutArea(manager, this.clock.now());
      await deletePartsOfRemoved(manager);
      const after = await loadSite(manager);
      const change = { action: 'areas.replaced', before: auditedAreas(before), after: auditedAreas(after) };
      await this.audit.recordChange(actor, change, manager);
      return after;
    });
  }

  /** Locks the stored meters that the set describes, and returns them by their codes. */
  private async storedMeters(
    manager: EntityManager,
    areas: readonly IdentifiedArea[],
    { metersByArea }: Site,
  ): Promise<Map<string, MeterEntity>> {
    const codes = areas.flatMap(({ meters = [] }) => meters.map(({ pointCode }) => pointCode));
    const stored = await findMetersByCode(manager, [...new Set(codes)]);
    const formulas = new Map([...metersByArea.values()].flat().map(({ id, formula }) => [id, formula]));
    for (const meter of stored) meter.formula = formulas.get(meter.id);
    return new Map(stored.map((meter) => [meter.pointCode, meter]));
  }

  /** Areas whose input has no field `meters` keep their meters. */
  private async replaceMeters(
    manager: EntityManager,
    areas: IdentifiedArea[],
    stored: ReadonlyMap<string, MeterEntity>,
    zone: string,
  ): Promise<void> {
    const saying = areas.filter(({ meters }) => meters !== undefined);
    const inputs = new Map(
      saying.flatMap(({ meters = [] }) => meters).map((meter) => [meter.pointCode, meter]),
    );
    const changed = [...inputs.values()].filter((input) => {
      const meter = stored.get(input.pointCode);
      return meter ? !hasFormula(meter, input) : input.kind === 'formula';
    });
    await manager.save(
      MeterEntity,
      [...inputs.values()].map((input) => {
        const meter = stored.get(input.pointCode);
        return meter
          ? Object.assign(meter, changedMeter(meter, input, this.clock.nowMs(), zone))
          : manager.create(MeterEntity, newMeter(input, this.clock.nowMs(), zone));
      }),
      { chunk: ROWS_PER_STATEMENT },
    );
    // The ids are read from the database: for a bulk insert, MySQL returns only the first id, and the others need not
    // be consecutive.
    const partCodes = changed.flatMap(({ formula }) => (formula ?? []).map(({ pointCode }) => pointCode));
    const saved = await findMetersByCode(manager, [...new Set([...inputs.keys(), ...partCodes])]);
    const idByCode = new Map(saved.map(({ pointCode, id }) => [pointCode, id]));
    const idOf = (code: string) => idByCode.get(code) ?? 0;
    await replaceParts(
      manager,
      changed.map(({ pointCode, formula }) => ({
        meterId: idOf(pointCode),
        parts: (formula ?? []).map((part) => ({ partId: idOf(part.pointCode), factor: part.factor })),
      })),
    );
    const links = saying.flatMap(({ id: areaId, meters = [] }) =>
      meters.map(({ pointCode }, sortOrder) => ({
        areaId,
        meterId: idOf(pointCode),
        sortOrder,
      })),
    );
    await manager.delete(AreaMeterEntity, { areaId: In(saying.map(({ id }) => id)) });
    for (const chunk of chunksOf(links, ROWS_PER_STATEMENT)) await manager.insert(AreaMeterEntity, chunk);
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
    floorAreaM2: given(area.floorAreaM2, before?.floorAreaM2),
    use: given(area.use, before?.use),
    referenceKwhPerM2: given(area.referenceKwhPerM2, before?.referenceKwhPerM2),
    builtYear: given(area.builtYear, before?.builtYear),
    heatingBaseC: given(area.heatingBaseC, before?.heatingBaseC),
    coolingBaseC: given(area.coolingBaseC, before?.coolingBaseC),
    // If the limits change, the status is reset, because power above the old limits may be below the new ones.
    status: sameLimits ? before.status : ('unknown' satisfies AreaStatus),
  });
}

/** Returns the value of the input, or the stored value if the input has none. */
function given<Value>(value: Value | null | undefined, before: Value | null = null): Value | null {
  return value === undefined ? before : value;
}

/** The areas by id, with only the fields that users set. */
function auditedAreas({ areas, metersByArea }: Site): Record<string, unknown> {
  return Object.fromEntries(
    areas.map(({ id, status: _status, ...fields }) => [
      id,
      {
        ...fields,
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
          formula: meter.formula,
        })),
      },
    ]),
  );
}
