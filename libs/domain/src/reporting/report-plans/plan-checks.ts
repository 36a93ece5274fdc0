import type { ReportPlanEntity } from '@app/entities';
import { DomainError, type ErrorDetail, unknownRecord } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../../metering/areas/areas.service';
import { cronFault } from '../../platform/schedules/cron-schedule';
import { ReportTemplatesService } from '../report-templates/report-templates.service';

/** Validates plans. */
@Injectable()
export class PlanChecks {
  constructor(
    private readonly templates: ReportTemplatesService,
    private readonly areas: AreasService,
  ) {}

  /**
   * @param known ids of areas that are accepted even if they were deleted
   * @throws DomainError invalid with a detail for each problem
   */
  async assertSound(
    plan: Partial<Pick<ReportPlanEntity, 'templateId' | 'cron' | 'areaIds'>>,
    known: readonly number[] = [],
  ): Promise<void> {
    const details = [
      ...(plan.cron === undefined ? [] : cronFaults(plan.cron)),
      ...(await this.templateFaults(plan.templateId)),
      ...(await this.areaFaults(plan.areaIds ?? [], known)),
    ];
    if (details.length > 0) throw DomainError.invalid('The report plan is not valid.', details);
  }

  private async templateFaults(id: number | undefined): Promise<ErrorDetail[]> {
    if (id === undefined) return [];
    try {
      await this.templates.find(id);
      return [];
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'not_found') throw error;
      return [{ path: 'templateId', ...unknownRecord('report_template', id) }];
    }
  }

  private async areaFaults(ids: readonly number[], known: readonly number[]): Promise<ErrorDetail[]> {
    if (ids.length === 0) return [];
    const present = new Set([...(await this.areas.site()).areas.map(({ id }) => id), ...known]);
    return ids.flatMap((id, index) =>
      present.has(id) ? [] : [{ path: `areaIds[${index}]`, ...unknownRecord('area', id) }],
    );
  }
}

function cronFaults(cron: string): ErrorDetail[] {
  const fault = cronFault(cron);
  return fault === null ? [] : [{ path: 'cron', ...fault }];
}
