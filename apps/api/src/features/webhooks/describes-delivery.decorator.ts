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
  {
    name: 'X-Webhook-Secret',
    description:
      "The webhook's secret. A delivery needs it, or `Authorization: Bearer <secret>`, or a signature. If the trigger " +
      'has a `signature`, only that signature is accepted.',
  },
  {
    name: 'webhook-id',
    description:
      'Standard Webhooks: id of the message. A repeated message gets the first answer for 24 hours.',
  },
  {
    name: 'webhook-timestamp',
    description:
      'Standard Webhooks: when the message was sent, in seconds since 1970. At most 5 minutes off.',
  },
  {
    name: 'webhook-signature',
    description:
      'Standard Webhooks: `v1,` followed by the base64 of the HMAC-SHA256 of `id.timestamp.body`. Several signatures ' +
      'are separated by spaces. The key is the part of the secret after `whsec_`, decoded from base64. A secret ' +
      'without that prefix is the key itself.',
  },
  {
    name: 'Idempotency-Key',
    description:
      'Like `webhook-id`, `svix-id` and `X-GitHub-Delivery`, for senders that do not sign. The same key with another body is refused.',
  },
];

/** Documents a route that accepts webhook deliveries. */
export function DescribesDelivery(...more: DescribedHeader[]): MethodDecorator {
  return applyDecorators(
    ...[...more, ...HEADERS].map((header) =>
      ApiHeader({ ...header, required: false, schema: { type: 'string' } }),
    ),
    ApiBody({
      required: false,
      description:
        'Any JSON, or fields of a form, whose values are texts. Without a body, `triggerData` is an empty object. `LIMIT_WEBHOOK_BYTES` bounds the size.',
      schema: {},
      examples: { example: { summary: 'Example', value: { floor: 2 } } },
    }),
    ApiUnauthorizedResponse({
      description: 'The secret or the signature is missing or wrong, or the timestamp is too old.',
    }),
    ApiForbiddenResponse({ description: 'Deliveries from this address are not allowed.' }),
    ApiNotFoundResponse({ description: 'There is no such webhook.' }),
    ApiConflictResponse({
      description: 'The workflow is disabled, or the idempotency key was used with another body.',
    }),
    ApiTooManyRequestsResponse({
      description:
        'More than `LIMIT_WEBHOOKS_PER_MINUTE` deliveries, or too many wrong secrets. Try again after `Retry-After` seconds.',
    }),
  );
}
