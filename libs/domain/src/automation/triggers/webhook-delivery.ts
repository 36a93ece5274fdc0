/** A delivery to a webhook, independent of the HTTP server. */
export interface WebhookDelivery {
  /** Address of the sender, as reported by the trusted proxies. */
  address: string | null;
  method: string;
  /** The query parameters. A parameter that is given several times is a list. */
  query: Readonly<Record<string, string | string[]>>;
  headers: WebhookHeaders;
  /** Names of the headers that were sent several times. Their values are joined in `headers`. */
  repeated: ReadonlySet<string>;
  /** Reads the body from the connection. Call it once. */
  body: () => Promise<WebhookBody>;
}

export interface AcceptedDelivery {
  /** The id of the stored execution. */
  executionId: string;
  /** Whether the workflow has a `respond` node, so that its caller can wait for an answer. */
  mayAnswer: boolean;
}

/** The headers of the request, by name in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | undefined>>;

export interface WebhookBody {
  /** The bytes as received. The signature is computed over these bytes. */
  bytes: Uint8Array;
  /** Parses the body. An empty body is an empty object. @throws DomainError if the body is neither JSON nor a form */
  data: () => unknown;
}
