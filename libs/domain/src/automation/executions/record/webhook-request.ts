/** The request of a webhook. Expressions see it as `request`. */
export interface WebhookRequest {
  method: string;
  /** By name in lower case. */
  headers: Record<string, string>;
  /** By name. A parameter that is given several times is a list. */
  query: Readonly<Record<string, string | string[]>>;
}
