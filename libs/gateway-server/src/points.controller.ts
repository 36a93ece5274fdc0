import { Controller, Get, type MessageEvent, Query, Res, Sse } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { PointPageDto } from './gateway.dto';
import { ServedDevices, ServedPoints } from './served-gateway';
import type { PointDefinition } from './served-point';
import { StreamService } from './stream.service';

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

@Controller('devices')
export class DevicesController {
  constructor(private readonly devices: ServedDevices) {}

  @Get()
  list(): object[] {
    return this.devices.list().map(({ lastValueAtMs, ...device }) => ({
      ...device,
      lastValueAt: lastValueAtMs === null ? null : new Date(lastValueAtMs).toISOString(),
    }));
  }
}

@Controller('stream')
export class StreamController {
  constructor(private readonly stream: StreamService) {}

  @Sse()
  events(): Observable<MessageEvent> {
    return this.stream.listen();
  }
}
