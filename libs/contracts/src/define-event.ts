/**
 * A kind of event on the bus between processes. Events are used to update screens. The bus may lose events, so nothing
 * durable may depend on them.
 */
export interface EventDefinition<Payload extends object> {
  /** The name in kebab-case and in the past tense, for example `point-values-changed`. */
  readonly name: string;
  /** Never set. It only exists so that the type of the payload is known. */
  readonly payload?: Payload;
}

export function defineEvent<Payload extends object>(name: string): EventDefinition<Payload> {
  return Object.freeze({ name });
}
