import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readFaultCounts } from './fault-counts.queries';
import { type FaultFigures, faultFigures } from './fault-figures';

export interface FaultStats extends FaultFigures {
  /** The time of the last change that affects the statistics. */
  updatedAt: Date;
}

/** Reads the statistics of all faults from counts, which include every committed change. */
@Injectable()
export class FaultStatsService {
  constructor(private readonly dataSource: DataSource) {}

  /** The cost does not depend on the number of faults. */
  async read(): Promise<FaultStats> {
    const { groups, bounds, updatedAt } = await readFaultCounts(this.dataSource.manager);
    return { ...faultFigures(groups, bounds), updatedAt };
  }
}
