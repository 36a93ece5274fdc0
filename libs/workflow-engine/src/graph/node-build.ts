import type { CompiledEdge, CompiledNode, CompiledScope } from './compiled-graph';

/** A node while its graph is being compiled. */
export interface NodeBuild extends CompiledNode {
  scope: CompiledScope;
  place: number;
  incoming: CompiledEdge[];
  outgoing: CompiledEdge[];
  entry: boolean;
  body: CompiledScope | null;
}
