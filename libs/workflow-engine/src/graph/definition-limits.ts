/** What a definition may have at most. */
export interface DefinitionLimits {
  nodes: number;
  /** Of the definition as JSON. */
  characters: number;
  /** Edges out of one node. */
  branches: number;
  /** Loops within loops. */
  depth: number;
  retries: number;
  retryDelayMs: number;
}
