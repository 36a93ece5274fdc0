import { Public } from '@app/auth';
import { Environment } from '@app/config';
import { DomainError } from '@app/kernel';
import { mayScrape, Metrics } from '@app/metrics';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ErrorDto } from '../../http/error.dto';
import { Produces } from '../../http/media-types.decorator';

@ApiTags('Health')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly environment: Environment,
  ) {}

  /**
   * List metrics of this process for Prometheus.
   *
   * Callers on the same machine need no token, unless a proxy passes their request on. All others send `METRICS_TOKEN`
   * as a bearer token.
   */
  @Get()
  @Public()
  @Produces('text/plain', 'Metrics in the text format of Prometheus.')
  @ApiForbiddenResponse({ type: ErrorDto, description: 'The caller is elsewhere and sends no valid token.' })
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!mayScrape(request, this.environment.METRICS_TOKEN)) {
      throw new DomainError(
        'forbidden',
        'metrics_forbidden',
        'Call from the machine itself, without a proxy, or send METRICS_TOKEN as a bearer token.',
      );
    }
    const text = await this.metrics.text();
    response.setHeader('Content-Type', this.metrics.contentType);
    response.end(text);
  }
}
