import { applyDecorators } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiForbiddenResponse,
  ApiHeader,
  ApiNotFoundResponse,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { TakesRawData } from '../../http/reference/takes-raw-data.decorator';

interface DescribedHeader {
  name: string;
  description: string;
}

const HEADERS: readonly DescribedHeader[] = [
  {
    name: 'X-Webhook-Secret',
    description:
      "The webhook's secret. A delivery must have this header, `Authorization: Bearer <secret>` or a signature. If the " +
      'trigger has a `signature`, only that signature is accepted.',
  },
  {
    name: 'webhook-id',
    description:
      'Standard Webhooks: id of the message. A repeat of the message within 24 hours gets the first answer.',
  },
  {
    name: 'webhook-timestamp',
    description:
      'Standard Webhooks: when the message was sent, in seconds since 1970. It may be off by up to 5 minutes.',
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
      'A repeat with the same key within 24 hours gets the first answer. The same key with another body is refused. ' +
      'The header is ignored if the delivery has `webhook-id`, `svix-id` or `X-GitHub-Delivery`, or if the preset of ' +
      'the `signature` is `stripe` or `slack`.',
  },
];

/** Documents a route that accepts webhook deliveries. */
export function DescribesDelivery(...more: DescribedHeader[]): MethodDecorator {
  return applyDecorators(
    ...[...more, ...HEADERS].map((header) =>
      ApiHeader({ ...header, required: false, schema: { type: 'string' } }),
    ),
    TakesRawData(
      'Any JSON, or a form. The values of form fields are texts. Without a body, `triggerData` is an empty object. `LIMIT_WEBHOOK_BYTES` bounds the size.',
      { floor: 2 },
    ),
    ApiUnauthorizedResponse({
      description: 'The secret or the signature is missing or wrong, or the timestamp is too old.',
    }),
    ApiForbiddenResponse({ description: 'Deliveries from this address are not allowed.' }),
    ApiNotFoundResponse({ description: 'There is no such webhook.' }),
    ApiConflictResponse({
      description:
        'The workflow is disabled, its mode is `single` and an execution has not ended (`workflow_busy`), or the ' +
        'idempotency key was used with another body.',
    }),
    ApiTooManyRequestsResponse({
      description:
        'There were too many deliveries (`LIMIT_WEBHOOKS_PER_MINUTE`) or wrong secrets, or 100 executions of the ' +
        'workflow are queued (`workflow_queue_full`). Try again after `Retry-After` seconds.',
    }),
  );
}
