import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { PointDefinition } from '../../points/point';
import { PointStore } from '../../points/point-store';
import { PointPageDto } from './points.dto';

@Controller('points')
export class PointsController {
  constructor(private readonly points: PointStore) {}

  @Get()
  list(@Query() query: PointPageDto, @Res({ passthrough: true }) response: Response): PointDefinition[] {
    const definitions = this.points.definitions();
    response.setHeader('X-Total-Count', definitions.length);
    return definitions.slice((query.page - 1) * query.limit, query.page * query.limit);
  }
}
