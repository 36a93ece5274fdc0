import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Bucket } from '../arithmetic/calendar';
import { coverageOf } from '../arithmetic/coverage';
import { EnergySumsService, type SummedMeter } from '../meters/energy-sums.service';
import { silentMeters } from '../meters/silent-meters';

/** How complete the data of some meters is in a period. */
export interface Completeness {
  /** The measured share of the period, averaged over the meters, see `coverageOf`. */
  coverage: number;
  /** The point codes of the meters without readings at the end of the period, see `isSilent`. */
  silentMeters: string[];
}

/** Reports which data of a period is missing. */
@Injectable()
export class CompletenessService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sums: EnergySumsService,
    private readonly clock: Clock,
  ) {}

  /** @param zone the time zone whose stored days can be used */
  async of(meters: readonly SummedMeter[], span: Bucket, zone: string): Promise<Completeness> {
    const [[measured = null], silent] = await Promise.all([
      this.sums.measuredParts(meters, [span]),
      this.silentMeters(meters, span),
    ]);
    let coveredMs = 0;
    if (measured) {
      const sums = await this.sums.byMeter(meters, [measured], zone, 'days');
      for (const [sum] of sums.values()) coveredMs += sum?.coveredMs ?? 0;
    }
    const coverage = coverageOf(coveredMs, (span.endMs - span.startMs) * meters.length);
    return { coverage, silentMeters: silent };
  }

  /** The point codes of the meters without readings at the end of the period, or now if the period ends later. */
  async silentMeters(meters: readonly SummedMeter[], { endMs }: Bucket): Promise<string[]> {
    if (meters.length === 0) return [];
    const ids = meters.map(({ id }) => id);
    return silentMeters(this.dataSource.manager, ids, Math.min(endMs, this.clock.nowMs()));
  }
}
