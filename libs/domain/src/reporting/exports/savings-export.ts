import type { ExportJobEntity } from '@app/entities';
import { Clock, csvLine } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../../metering/areas/areas.service';
import { roundedHalfUp } from '../../metering/arithmetic/rounded';
import { type AreaSaving, BaselineSavingsService } from '../../metering/baselines/baseline-savings.service';
import type { SavingsExportFilters } from './export-filters';
import type { ExportPage, ExportSource } from './export-source';

const DECIMALS = 4;

/**
 * Exports how well a baseline of the range explains each area, and what the area has saved since the range. Each area
 * takes about as long as `GET /energy/baselines/:id/savings`, so its lines are written one by one.
 */
@Injectable()
export class SavingsExport implements ExportSource {
  readonly columns = [
    'area_id',
    'area_name',
    'energy_type',
    'method',
    'days',
    'heating_balance_c',
    'cooling_balance_c',
    'r_squared',
    'cv_rmse_percent',
    'nmbe_percent',
    'meets_guideline_14',
    'actual_since',
    'saving_since',
    'saving_percent',
    'uncertainty_percent',
    'missing',
  ] as const;

  constructor(
    private readonly areas: AreasService,
    private readonly savings: BaselineSavingsService,
    private readonly clock: Clock,
  ) {}

  async *read({ filters, fromAt, toAt }: ExportJobEntity): AsyncGenerator<ExportPage, void, void> {
    const {
      areaId,
      energyType = 'electricity',
      method = 'dailyChangePoint',
    } = filters as SavingsExportFilters;
    const areas = [...(await this.areas.names())];
    const chosen = areas.filter(([id]) => areaId === undefined || id === areaId);
    const period = { energyType, method, form: null, periodFrom: fromAt, periodTo: toAt, adjustments: [] };
    for (const [index, [id, name]] of chosen.entries()) {
      const saving = await this.savings.ofPeriod({ ...period, areaId: id }, this.clock.now());
      const text = csvLine([id, name, energyType, method, ...cellsOf(saving)]);
      yield { text, rows: 1, progress: (index + 1) / chosen.length };
    }
  }
}

function cellsOf({ fit, savings, missing }: AreaSaving): (string | number | boolean | null)[] {
  if (!fit) return [...Array.from({ length: 11 }, () => null), missing?.message ?? null];
  const { model, statistics, days, cvRmsePercent, nmbePercent, meetsGuideline14 } = fit;
  return [
    days,
    rounded(model.heatingBalanceC),
    rounded(model.coolingBalanceC),
    rounded(statistics.rSquared),
    rounded(cvRmsePercent),
    rounded(nmbePercent),
    meetsGuideline14,
    savings?.points[0]?.actual ?? null,
    savings?.saving?.kwh ?? null,
    savings?.saving?.percent ?? null,
    savings?.saving?.uncertaintyPercent ?? null,
    missing?.message ?? null,
  ];
}

function rounded(value: number | null): number | null {
  return value === null ? null : roundedHalfUp(value, DECIMALS);
}
