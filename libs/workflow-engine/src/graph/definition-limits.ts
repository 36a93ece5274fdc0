/** Limits of a definition. */
export interface DefinitionLimits {
  nodes: number;
  /** Characters of the definition as JSON. */
  characters: number;
  /** Outgoing edges of one node. */
  branches: number;
  /** Nesting depth of loops. */
  depth: number;
  retries: number;
  retryDelayMs: number;
}
