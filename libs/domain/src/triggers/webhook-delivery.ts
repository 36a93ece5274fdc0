/** A delivery to a webhook, as an adapter hands it over. */
export interface WebhookDelivery {
  /** Where it came from, as far as the proxies that are trusted tell. */
  address: string | null;
  headers: WebhookHeaders;
  /** Its body; read only when asked for, and once. */
  body: () => Promise<WebhookBody>;
}

/** What was given of these; a header that was not sent is missing. */
export interface WebhookHeaders {
  'x-webhook-id'?: string;
  'x-webhook-secret'?: string;
  'webhook-id'?: string;
  'webhook-timestamp'?: string;
  'webhook-signature'?: string;
  'idempotency-key'?: string;
}

export interface WebhookBody {
  /** As it came over the wire, which is what a signature covers. */
  bytes: Uint8Array;
  /** @throws DomainError where it is no JSON; an empty body is an empty object */
  json: () => unknown;
}
