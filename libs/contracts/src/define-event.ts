/**
 * A kind of event on the bus between processes. The bus feeds screens and may lose events, so nothing durable depends
 * on it.
 */
export interface EventDefinition<Payload extends object> {
  /** Past tense kebab-case, for example `point-values-changed`. */
  readonly name: string;
  /** Carries the payload's type only; it has no value. */
  readonly payload?: Payload;
}

export function defineEvent<Payload extends object>(name: string): EventDefinition<Payload> {
  return Object.freeze({ name });
}
