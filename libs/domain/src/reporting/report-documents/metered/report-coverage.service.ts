import type { EnergyType, ReportSectionConfig } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { METERED } from '../../report-templates/check-config';
import type { ReportSpan } from '../report-document';
import { areasOfSection, type SectionContext } from '../section-context';
import { MeteredFiguresService } from './metered-figures.service';

/** Computes the share of a period for which data exists. */
@Injectable()
export class ReportCoverageService {
  constructor(private readonly figures: MeteredFiguresService) {}

  /** The mean over the meters of the sections, 0 to 1; null if no section has meters. */
  async of(
    sections: readonly ReportSectionConfig[],
    span: ReportSpan,
    context: SectionContext,
  ): Promise<number | null> {
    const { zone } = context;
    let [covered, meters] = [0, 0];
    for (const query of scopesOf(sections, context)) {
      const count = await this.figures.meterCount({ ...query, span, zone });
      if (count === 0) continue;
      const { coverage } = await this.figures.total('energy', { ...query, span, zone });
      covered += coverage * count;
      meters += count;
    }
    return meters === 0 ? null : covered / meters;
  }
}

interface Scope {
  energyType: EnergyType;
  areaIds: number[] | undefined;
}

/** The areas and energy types of the sections, each combination once. */
function scopesOf(sections: readonly ReportSectionConfig[], context: SectionContext): Scope[] {
  const scopes = sections.flatMap(({ metric, ...section }): Scope[] => {
    if (metric === undefined || !METERED.includes(metric)) return [];
    const { areaIds } = areasOfSection({ ...section, metric }, context);
    const types: EnergyType[] =
      section.groupBy === 'energyType'
        ? ['electricity', 'gas', 'water', 'heating', 'cooling']
        : [section.energyType ?? 'electricity'];
    return types.map((energyType) => ({ energyType, areaIds }));
  });
  return [...new Map(scopes.map((scope) => [JSON.stringify(scope), scope])).values()];
}
