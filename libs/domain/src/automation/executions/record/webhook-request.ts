/** The request of a webhook. Expressions see it as `request`. */
export interface WebhookRequest {
  method: string;
  /** The headers, by lower-case name. */
  headers: Record<string, string>;
  /** The query parameters, by name. The value of a repeated parameter is a list. */
  query: Readonly<Record<string, string | string[]>>;
}
