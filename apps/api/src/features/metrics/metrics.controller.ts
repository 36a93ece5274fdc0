import { Public } from '@app/auth';
import { Environment } from '@app/config';
import { DomainError } from '@app/kernel';
import { mayScrape, Metrics, SCRAPE_REFUSAL } from '@app/metrics';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ErrorDto } from '../../http/errors/error.dto';
import { Produces } from '../../http/reference/media-types.decorator';

@ApiTags('Health')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly environment: Environment,
  ) {}

  /**
   * Get the metrics of this process for Prometheus. Send `METRICS_TOKEN` as a bearer token. If this variable is not
   * set, only callers on the same machine may read metrics, and only if the service is not behind a proxy.
   */
  @Get()
  @Public()
  @Produces('text/plain', 'Metrics in the text format of Prometheus.')
  @ApiForbiddenResponse({ type: ErrorDto, description: 'The caller sends no valid token.' })
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!mayScrape(request, this.environment)) {
      throw new DomainError('forbidden', 'metrics_forbidden', SCRAPE_REFUSAL);
    }
    const text = await this.metrics.text();
    response.setHeader('Content-Type', this.metrics.contentType);
    response.end(text);
  }
}
