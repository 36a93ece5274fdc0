import { Public } from '@app/auth';
import { ReadinessService } from '@app/domain';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiServiceUnavailableResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { LiveDto, ReadyDto } from './health.dto';

@Controller('health')
export class HealthController {
  constructor(private readonly health: ReadinessService) {}

  /** Tells that the process runs. */
  @Get('live')
  @Public()
  live(): LiveDto {
    return { status: 'live' };
  }

  /** Tells whether the process can do its work. Answers 503 with the same body where it cannot. */
  @Get('ready')
  @Public()
  @ApiServiceUnavailableResponse({ type: ReadyDto, description: 'It cannot.' })
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadyDto> {
    const readiness = await this.health.readiness();
    if (readiness.status !== 'ready') response.status(503).setHeader('Retry-After', 5);
    return readiness;
  }
}
