import {
  type BaselineAdjustment,
  BaselineEntity,
  type EnergyType,
  inTransaction,
  pageOf,
  requireRow,
} from '@app/entities';
import {
  type Actor,
  DomainError,
  type ErrorDetail,
  type Page,
  type PageRequest,
  parseInstant,
  say,
  unknownRecord,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { AreasService } from '../areas/areas.service';
import {
  deleteBaseline,
  findBaseline,
  findNewestOfDays,
  lockBaseline,
  saveBaseline,
} from './baselines.queries';

type PlainFields = Pick<BaselineEntity, 'name' | 'areaId' | 'energyType' | 'method' | 'form'>;

/** Changes of a baseline. Omitted fields keep their value. Times are ISO 8601, by default in the platform's zone. */
export interface BaselineChanges extends Partial<PlainFields> {
  from?: string;
  to?: string;
  reportingFrom?: string;
  adjustments?: BaselineAdjustment[];
}

export type BaselineInput = BaselineChanges &
  Pick<PlainFields, 'name' | 'areaId'> & { from: string; to: string; reportingFrom: string };

const NAME = 'The baseline';
const DEFAULTS = {
  energyType: 'electricity',
  method: 'dailyChangePoint',
  form: null,
  adjustments: [] as BaselineAdjustment[],
} as const;

/** Creates, reads, updates and deletes baselines. */
@Injectable()
export class BaselinesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly areas: AreasService,
    private readonly configuration: ConfigurationService,
    private readonly audit: AuditService,
  ) {}

  list(request: PageRequest): Promise<Page<BaselineEntity>> {
    return pageOf(this.dataSource.manager, BaselineEntity, request);
  }

  /** @throws DomainError not_found */
  find(id: number): Promise<BaselineEntity> {
    return requireRow(findBaseline(this.dataSource.manager, id), NAME);
  }

  /**
   * Returns the newest baseline of an area that explains days or hours, by default of any energy type in kWh; null if
   * there is none.
   */
  newestOfDays(areaId: number, energyType?: EnergyType): Promise<BaselineEntity | null> {
    return findNewestOfDays(this.dataSource.manager, areaId, energyType);
  }

  /** @throws DomainError invalid for an unknown area, and for periods that are empty or in another order */
  async create(actor: Actor, input: BaselineInput): Promise<BaselineEntity> {
    const zone = await this.configuration.timezone();
    const baseline = changed(Object.assign(new BaselineEntity(), DEFAULTS), input, zone);
    return inTransaction(this.dataSource, async (manager) => {
      await this.check(manager, baseline);
      const after = await saveBaseline(manager, baseline);
      const record = { action: 'baseline.created', target: `baseline ${after.id}`, after };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /** @throws the errors of `create`, and DomainError not_found */
  async change(actor: Actor, id: number, changes: BaselineChanges): Promise<BaselineEntity> {
    const zone = await this.configuration.timezone();
    return inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockBaseline(manager, id), NAME);
      const baseline = changed(before, changes, zone);
      await this.check(manager, baseline);
      const after = await saveBaseline(manager, baseline);
      const change = { action: 'baseline.changed', target: `baseline ${id}`, before, after };
      await this.audit.recordChange(actor, change, manager);
      return after;
    });
  }

  /** @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockBaseline(manager, id), NAME);
      await deleteBaseline(manager, id);
      const record = { action: 'baseline.removed', target: `baseline ${id}`, before };
      await this.audit.record(actor, record, manager);
    });
  }

  private async check(manager: EntityManager, baseline: BaselineEntity): Promise<void> {
    const { areaId, periodFrom, periodTo, reportingFrom, adjustments } = baseline;
    const details: ErrorDetail[] = [];
    if (!(await this.areas.hasArea(manager, areaId)))
      details.push({ path: 'areaId', ...unknownRecord('area', areaId) });
    if (periodFrom >= periodTo) details.push({ path: 'from', ...say('not_before', { other: 'to' }) });
    if (reportingFrom < periodTo)
      details.push({ path: 'reportingFrom', ...say('before_other', { other: 'to' }) });
    for (const [index, { from, to }] of adjustments.entries()) {
      if (from >= to)
        details.push({ path: `adjustments[${index}].from`, ...say('not_before', { other: 'to' }) });
    }
    if (details.length > 0) throw DomainError.invalid('The baseline is not valid.', details);
  }
}

/** Returns a new baseline with the changes as they are stored. */
function changed(
  before: BaselineEntity,
  { from, to, reportingFrom, adjustments, name, areaId, energyType, method, form }: BaselineChanges,
  zone: string,
): BaselineEntity {
  const parsed = (text: string | undefined) => (text === undefined ? undefined : parseInstant(text, zone));
  const fields: Partial<BaselineEntity> = {
    name,
    areaId,
    energyType,
    method,
    form,
    periodFrom: parsed(from),
    periodTo: parsed(to),
    reportingFrom: parsed(reportingFrom),
    adjustments: adjustments?.map((event) => ({
      from: parseInstant(event.from, zone).toISOString(),
      to: parseInstant(event.to, zone).toISOString(),
      kwhPerDay: event.kwhPerDay,
      note: event.note,
    })),
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.assign(new BaselineEntity(), before, Object.fromEntries(given));
}
