import type { EnergyType } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { roundedHalfUp } from '../arithmetic/rounded';
import { AreasService } from '../areas/areas.service';
import { CostsService } from '../costs/costs.service';
import { EmissionsService } from '../emissions/emissions.service';
import { EnergyDetailsService } from '../energy/energy-details.service';

export interface BenchmarksQuery {
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  energyType?: EnergyType;
}

/** The consumption of an area per square metre of its floor. Values are null if they are not known. */
export interface Benchmark {
  areaId: number;
  /** kWh (m³ for water) per m². */
  kwhPerM2: number | null;
  costPerM2: number | null;
  currency: string;
  /** Kilograms of CO2e per m². */
  kgPerM2: number | null;
  coverage: number;
  /** kWh per m² and year. */
  reference: number | null;
  use: string | null;
  builtYear: number | null;
  /** From 1, the lowest `kwhPerM2`. Equal areas have the same rank. */
  rank: number | null;
}

const PLACES = 3;
/** With less coverage, an area would be ranked by its gaps. */
const RANKED_COVERAGE = 0.9;

/** Compares areas by their consumption per square metre. */
@Injectable()
export class BenchmarksService {
  constructor(
    private readonly areas: AreasService,
    private readonly details: EnergyDetailsService,
    private readonly costs: CostsService,
    private readonly emissions: EmissionsService,
  ) {}

  /**
   * Returns the areas with a floor area, ordered by rank. Areas without a rank come last.
   * @throws DomainError invalid for a range that is empty
   */
  async list(query: BenchmarksQuery): Promise<Benchmark[]> {
    const { areas } = await this.areas.site();
    const measured = areas.filter(({ floorAreaM2 }) => floorAreaM2 !== null);
    const scope = { ...query, areaIds: measured.map(({ id }) => id), interval: 'range' } as const;
    const energies = byArea(await this.details.points(scope));
    const costs = byArea(await this.costs.points(scope));
    const emissions = byArea(await this.emissions.points(scope));
    const unranked = measured.map(({ id: areaId, floorAreaM2, use, builtYear, ...area }) => {
      const perM2 = (value: number | null = null) =>
        value === null || floorAreaM2 === null ? null : roundedHalfUp(value / floorAreaM2, PLACES);
      return {
        areaId,
        kwhPerM2: perM2(energies.get(areaId)?.value),
        costPerM2: perM2(costs.get(areaId)?.value),
        currency: costs.get(areaId)?.unit ?? '',
        kgPerM2: perM2(emissions.get(areaId)?.value),
        coverage: energies.get(areaId)?.coverage ?? 0,
        reference: area.referenceKwhPerM2,
        use,
        builtYear,
      };
    });
    return ranked(unranked);
  }
}

function byArea<Point extends { areaId: number }>(points: readonly Point[]): Map<number, Point> {
  return new Map(points.map((point) => [point.areaId, point]));
}

function ranked(benchmarks: readonly Omit<Benchmark, 'rank'>[]): Benchmark[] {
  const valueOf = ({ kwhPerM2, coverage }: Omit<Benchmark, 'rank'>) =>
    kwhPerM2 === null || coverage < RANKED_COVERAGE ? Number.POSITIVE_INFINITY : kwhPerM2;
  let [rank, previous] = [0, Number.NEGATIVE_INFINITY];
  return benchmarks
    .toSorted((a, b) => valueOf(a) - valueOf(b) || a.areaId - b.areaId)
    .map((benchmark, index) => {
      const value = valueOf(benchmark);
      if (value > previous) rank = index + 1;
      previous = value;
      return { ...benchmark, rank: Number.isFinite(value) ? rank : null };
    });
}
