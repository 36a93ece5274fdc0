import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiConflictResponse,
  ApiForbiddenResponse,
  ApiHeader,
  ApiNotFoundResponse,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';

interface DescribedHeader {
  name: string;
  description: string;
}

const HEADERS: readonly DescribedHeader[] = [
  { name: 'X-Webhook-Secret', description: "The webhook's secret; it, or a signature, must be given." },
  {
    name: 'webhook-id',
    description:
      'Standard Webhooks: the id of the message. A message that comes again within 24 hours is given the first answer.',
  },
  {
    name: 'webhook-timestamp',
    description: 'Standard Webhooks: when it was sent, in seconds since 1970; at most 5 minutes from now.',
  },
  {
    name: 'webhook-signature',
    description:
      'Standard Webhooks: `v1,` and the base64 of HMAC-SHA256 over id, timestamp and body, joined by full stops; ' +
      'several are separated by spaces. The key is what follows `whsec_` in the secret, decoded from base64; a secret ' +
      'without that prefix is the key itself.',
  },
  {
    name: 'Idempotency-Key',
    description: 'As `webhook-id`, for senders that do not sign; with another body it is refused.',
  },
];

/** What the reference says of a route that takes deliveries. */
export function DescribesDelivery(...more: DescribedHeader[]): MethodDecorator {
  return applyDecorators(
    ...[...more, ...HEADERS].map((header) =>
      ApiHeader({ ...header, required: false, schema: { type: 'string' } }),
    ),
    ApiBody({
      required: false,
      description: 'Any JSON; none is an empty object. `LIMIT_WEBHOOK_BYTES` bounds it.',
      schema: {},
    }),
    ApiUnauthorizedResponse({ description: 'The secret or the signature is missing, wrong or too old.' }),
    ApiForbiddenResponse({ description: 'Deliveries from this address are not taken.' }),
    ApiNotFoundResponse({ description: 'There is no such webhook.' }),
    ApiConflictResponse({
      description: 'The workflow is not enabled, or the idempotency key came with another body before.',
    }),
    ApiTooManyRequestsResponse({
      description:
        'More than `LIMIT_WEBHOOKS_PER_MINUTE` deliveries, or too many wrong secrets; `Retry-After` tells when to come again.',
    }),
  );
}
