/** A delivery to a webhook, independent of the HTTP server. */
export interface WebhookDelivery {
  /** Address of the sender, as reported by the trusted proxies. */
  address: string | null;
  headers: WebhookHeaders;
  /** Reads the body from the connection. Call it once. */
  body: () => Promise<WebhookBody>;
}

/** The headers of the request. */
export interface WebhookHeaders {
  'x-webhook-id'?: string;
  'x-webhook-secret'?: string;
  'webhook-id'?: string;
  'webhook-timestamp'?: string;
  'webhook-signature'?: string;
  'idempotency-key'?: string;
}

export interface WebhookBody {
  /** The bytes as received. The signature is computed over these. */
  bytes: Uint8Array;
  /** Parses the body. An empty body is an empty object. @throws DomainError if the body is not JSON */
  json: () => unknown;
}
