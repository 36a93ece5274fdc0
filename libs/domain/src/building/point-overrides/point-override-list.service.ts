import type { PointOverrideEntity } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PointName, PointsService } from '../points/points.service';
import { findOverrides } from './point-overrides.queries';

/** Lists the overrides in force, with the names of their points. */
@Injectable()
export class PointOverrideListService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly points: PointsService,
  ) {}

  async list(request: PageRequest): Promise<Page<PointOverrideEntity & PointName>> {
    return this.points.named(await findOverrides(this.dataSource.manager, request));
  }
}
