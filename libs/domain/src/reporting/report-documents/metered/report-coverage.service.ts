import type { EnergyType, ReportMetric, ReportSectionConfig } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { coverageOf } from '../../../metering/arithmetic/coverage';
import { EnergyScopeService } from '../../../metering/energy/energy-scope.service';
import { EnergySumsService } from '../../../metering/meters/energy-sums.service';
import { METERED, PICTURES } from '../../report-templates/check-config';
import type { ReportSpan } from '../report-document';
import { areasOfSection, type SectionContext } from '../section-context';
import { combinedRange } from './metered-figures.service';

/** The metrics whose values come from the meters of the period. */
const COVERED = new Set<ReportMetric>([...METERED, ...PICTURES, 'demand', 'degreeDays', 'balance']);
/** The metrics that show one area. */
const OF_ONE_AREA = new Set<ReportMetric>([...PICTURES, 'degreeDays']);

/** Computes the share of a period for which data exists. */
@Injectable()
export class ReportCoverageService {
  constructor(
    private readonly scopes: EnergyScopeService,
    private readonly sums: EnergySumsService,
  ) {}

  /** The mean over the meters of the sections, see `coverageOf`; null if no section has meters. */
  async of(
    sections: readonly ReportSectionConfig[],
    span: ReportSpan,
    context: SectionContext,
  ): Promise<number | null> {
    const { zone } = context;
    let [coveredMs, meterCount] = [0, 0];
    for (const scope of scopesOf(sections, context)) {
      const { meters, clipped, grain } = await this.scopes.scope(combinedRange({ ...scope, span, zone }));
      const sums = await this.sums.byMeter(meters, clipped, zone, grain);
      for (const [sum] of sums.values()) coveredMs += sum?.coveredMs ?? 0;
      meterCount += meters.length;
    }
    return meterCount === 0 ? null : coverageOf(coveredMs, (span.toMs - span.fromMs) * meterCount);
  }
}

interface Scope {
  energyType: EnergyType;
  areaIds: number[] | undefined;
}

/** The areas and energy types of the sections, each combination once. */
function scopesOf(sections: readonly ReportSectionConfig[], context: SectionContext): Scope[] {
  const scopes = sections.flatMap(({ metric, ...section }): Scope[] => {
    if (metric === undefined || !COVERED.has(metric)) return [];
    const ids = areasOfSection({ ...section, metric }, context).areaIds;
    const areaIds = OF_ONE_AREA.has(metric) ? ids?.slice(0, 1) : ids;
    const types: EnergyType[] =
      section.groupBy === 'energyType'
        ? ['electricity', 'gas', 'water', 'heating', 'cooling']
        : [section.energyType ?? 'electricity'];
    return types.map((energyType) => ({ energyType, areaIds }));
  });
  return [...new Map(scopes.map((scope) => [JSON.stringify(scope), scope])).values()];
}
