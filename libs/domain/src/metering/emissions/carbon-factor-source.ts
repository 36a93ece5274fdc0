import { Environment } from '@app/config';
import { DomainError, say } from '@app/kernel';
import { operatorHttp, type OutboundHttp } from '@app/outbound-http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

const MAX_MS = 8000;
const MAX_BYTES = 4 * 1024 * 1024;

/** Fetches emission factors from the address that the operator configured. */
@Injectable()
export class CarbonFactorSource implements OnApplicationShutdown {
  /** Undefined if no source is configured. */
  readonly url: string | undefined;
  private readonly http: OutboundHttp;

  constructor({ CARBON_FACTOR_URL }: Environment) {
    this.url = CARBON_FACTOR_URL;
    this.http = operatorHttp(CARBON_FACTOR_URL, { maxMs: MAX_MS, maxBytes: MAX_BYTES });
  }

  /** @throws DomainError if the source does not answer in time, with status 200 and within the size limit */
  async fetch(url: string): Promise<string> {
    const { status, body } = await this.http.request({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      followRedirects: true,
      signal: new AbortController().signal,
    });
    if (status !== 200)
      throw new DomainError('upstream_failed', 'http_status', say('factors_status', { status }));
    return body;
  }

  onApplicationShutdown(): void {
    this.http.onApplicationShutdown();
  }
}
