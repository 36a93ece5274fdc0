import { Environment } from '@app/config';
import type { WebhookDelivery, WebhookHeaders } from '@app/domain';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { clientAddressOf } from '../../http/server/client-address';
import { type RawJsonBody, rawJsonReader } from '../../http/body/raw-json-body';

const HEADERS = [
  'x-webhook-id',
  'x-webhook-secret',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'idempotency-key',
] as const satisfies (keyof WebhookHeaders)[];

/** Converts requests to deliveries. */
@Injectable()
export class WebhookDeliveries {
  private readonly read: ReturnType<typeof rawJsonReader>;

  constructor({ LIMIT_WEBHOOK_BYTES }: Environment) {
    this.read = rawJsonReader(LIMIT_WEBHOOK_BYTES);
  }

  /** Converts a request. Its body is read at most once, when it is first needed. */
  of(request: Request): WebhookDelivery {
    let body: Promise<RawJsonBody> | undefined;
    return {
      address: clientAddressOf(request),
      headers: headersOf(request),
      body: () => (body ??= this.read(request)),
    };
  }
}

function headersOf({ headers }: Request): WebhookHeaders {
  const given: WebhookHeaders = {};
  for (const name of HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') given[name] = value;
  }
  return given;
}
