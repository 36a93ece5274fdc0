import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PointPageDto } from './points.dto';
import { ServedPoints } from './served-gateway';
import type { PointDefinition } from './served-point';

@Controller('points')
export class PointsController {
  constructor(private readonly points: ServedPoints) {}

  @Get()
  list(@Query() query: PointPageDto, @Res({ passthrough: true }) response: Response): PointDefinition[] {
    const definitions = this.points.definitions();
    response.setHeader('X-Total-Count', definitions.length);
    return definitions.slice((query.page - 1) * query.limit, query.page * query.limit);
  }
}
