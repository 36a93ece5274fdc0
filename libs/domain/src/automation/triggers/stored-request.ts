import type { WebhookRequest } from '../executions/record/webhook-request';
import type { TriggerConfigs } from '../workflows/trigger-schemas';
import { schemeOf } from './signature-schemes';
import type { WebhookDelivery } from './webhook-delivery';

/** Headers that are always shown. */
const SHOWN = new Set(['content-type', 'user-agent']);
/** Headers that are never shown, even if the trigger lists them, because they authenticate the sender. */
const HIDDEN = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-webhook-secret',
  'webhook-signature',
  'svix-signature',
  'stripe-signature',
  'x-slack-signature',
  'x-hub-signature',
  'x-hub-signature-256',
]);

/** The part of a delivery that the execution stores in addition to its trigger data. */
export function requestOf(
  { method, headers, query }: WebhookDelivery,
  { headers: named = [], signature }: TriggerConfigs['webhook'],
): WebhookRequest {
  const [signatureHeader = ''] = signature && !('preset' in signature) ? schemeOf(signature).headers : [];
  const wanted = new Set(named.map((name) => name.toLowerCase()));
  const shown = Object.entries(headers).filter(
    ([name]) =>
      !HIDDEN.has(name) &&
      name !== signatureHeader &&
      (SHOWN.has(name) || name.startsWith('x-') || wanted.has(name)),
  );
  return { method, headers: Object.fromEntries(shown) as Record<string, string>, query };
}
