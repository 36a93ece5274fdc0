import { Public } from '@app/auth';
import { ReadinessService } from '@app/domain';
import { Controller, Get, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { FrameAdapter } from '../../http/server/frame-adapter';
import { LiveDto, ReadyDto } from './health.dto';

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: ReadinessService,
    private readonly host: HttpAdapterHost<FrameAdapter>,
  ) {}

  /** Check that the process runs. */
  @Get('live')
  @Public()
  live(): LiveDto {
    return { status: 'live' };
  }

  /** Check that the process is ready. If it is not, the answer is 503 with the same body. */
  @Get('ready')
  @Public()
  @ApiServiceUnavailableResponse({ type: ReadyDto, description: 'The process is not ready.' })
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadyDto> {
    const { status, ...readiness } = await this.health.readiness();
    const isStopping = this.host.httpAdapter.isDraining;
    if (isStopping || status !== 'ready') response.status(503).setHeader('Retry-After', 5);
    return { ...readiness, status: isStopping ? 'stopping' : status };
  }
}
