import { Environment } from '@app/config';
import type { WebhookDelivery } from '@app/domain';
import { currentRequest } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { fieldsOf } from '../../http/body/form-data';
import { type RawDataBody, rawDataReader } from '../../http/body/raw-data-body';

/** Converts requests to deliveries. */
@Injectable()
export class WebhookDeliveries {
  private readonly read: ReturnType<typeof rawDataReader>;

  constructor({ LIMIT_WEBHOOK_BYTES }: Environment) {
    this.read = rawDataReader(LIMIT_WEBHOOK_BYTES);
  }

  /**
   * Converts a request. Its body is read at most once, when it is first needed.
   * @throws DomainError `validation_failed` if the query has too many fields, or values that `assertPlain` refuses
   */
  of(request: Request): WebhookDelivery {
    let body: Promise<RawDataBody> | undefined;
    const given = Object.entries(request.headersDistinct);
    return {
      address: currentRequest()?.clientAddress ?? null,
      method: request.method,
      query: fieldsOf(queryOf(request)),
      headers: Object.fromEntries(given.map(([name, values = []]) => [name, values.join(', ')])),
      repeated: new Set(given.flatMap(([name, values = []]) => (values.length > 1 ? [name] : []))),
      body: () => (body ??= this.read(request)),
    };
  }
}

function queryOf({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start < 0 ? '' : originalUrl.slice(start + 1);
}
