import type { PointWriteEntity } from '@app/entities';
import { type Page, type PageRequest, parseOptionalRange } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { type PointName, PointsService } from '../points/points.service';
import { findPointWrites } from './point-writes.queries';

export interface PointWriteFilter extends PageRequest {
  code?: string;
  /** Only writes of this execution. */
  executionId?: string;
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from?: string;
  to?: string;
}

/** Lists the records of all writes, with the names of their points. */
@Injectable()
export class PointWriteListService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly points: PointsService,
    private readonly configuration: ConfigurationService,
  ) {}

  /**
   * Returns one page of the matching writes, newest first.
   * @throws DomainError invalid if `from` is not before `to`
   */
  async list({ from, to, ...filter }: PointWriteFilter): Promise<Page<PointWriteEntity & PointName>> {
    const range = parseOptionalRange({ from, to }, await this.configuration.timezone());
    return this.points.named(await findPointWrites(this.dataSource.manager, { ...filter, ...range }));
  }
}
