import type { ErrorHandler } from '../definition';

/** The node type that an execution starts with. */
export const START_TYPE = 'start';
/** The node type that runs its body once for each item, and the labels of its edges. */
export const LOOP_TYPE = 'loop';
export const BODY_LABEL = 'body';
export const DONE_LABEL = 'done';

/** The scope of the nodes outside of all loops. Other scopes have the number of their loop. */
export const ROOT = -1;
/** The scope of nodes that neither an edge nor a jump reaches. */
export const UNREACHED = -2;

/** The edges and jumps of a definition. Numbers are positions in its list of nodes. */
export interface Wiring {
  readonly size: number;
  readonly starts: readonly number[];
  /** Returns true if the node is a loop. The edges of a loop's branch `body` lead into its body. */
  isLoop(node: number): boolean;
  readonly edges: readonly WiringEdge[];
  readonly jumps: readonly WiringJump[];
}

export interface WiringEdge {
  readonly source: number;
  readonly target: number;
  readonly label: string | undefined;
}

export interface WiringJump {
  readonly source: number;
  readonly target: number;
}

/**
 * Returns the id of the node to which an error handler may jump, immediately or after all attempts have failed.
 * Undefined if the handler never jumps.
 */
export function jumpTarget(handler: ErrorHandler | undefined | null): string | undefined {
  return mayJump(handler?.action) ? (handler?.gotoNodeId ?? undefined) : undefined;
}

export function mayJump(action: unknown): boolean {
  return action === 'goto' || action === 'retry';
}

/** Returns the outgoing edges of each node, in their original order. */
export function edgesBySource(wiring: Pick<Wiring, 'size' | 'edges'>): WiringEdge[][] {
  const out = Array.from({ length: wiring.size }, (): WiringEdge[] => []);
  for (const edge of wiring.edges) out[edge.source]?.push(edge);
  return out;
}

export function leadsIntoBody(wiring: Pick<Wiring, 'isLoop'>, edge: WiringEdge): boolean {
  return edge.label === BODY_LABEL && wiring.isLoop(edge.source);
}

/**
 * Returns the scope of each node: the innermost loop whose body contains the node, `ROOT` if the node is outside of all
 * loops, or `UNREACHED`. An edge of the branch `body` leads into the loop. Every other edge stays in the scope of its
 * source. A node that is reached only by jumps is in the scope of the node that jumps. If edges lead to a node from
 * different scopes, the first edge determines its scope, and the flow check reports the others.
 */
export function scopesOf(wiring: Wiring): number[] {
  const scopes = Array.from({ length: wiring.size }, () => UNREACHED);
  const out = edgesBySource(wiring);
  const jumps = Array.from({ length: wiring.size }, (): number[] => []);
  for (const jump of wiring.jumps) jumps[jump.source]?.push(jump.target);

  const reached: number[] = [];
  const reach = (node: number, scope: number): void => {
    if (scopes[node] !== UNREACHED) return;
    scopes[node] = scope;
    reached.push(node);
  };
  for (const start of wiring.starts) reach(start, ROOT);
  // Follow all edges of the reached nodes before the next jump.
  for (let edgesOf = 0, jumpsOf = 0; jumpsOf < reached.length; jumpsOf += 1) {
    for (; edgesOf < reached.length; edgesOf += 1) {
      const node = reached[edgesOf] ?? 0;
      for (const edge of out[node] ?? []) reach(edge.target, scopeBehind(wiring, scopes, edge));
    }
    const node = reached[jumpsOf] ?? 0;
    for (const target of jumps[node] ?? []) reach(target, scopes[node] ?? ROOT);
  }
  return scopes;
}

/** Returns the scope into which an edge leads. */
export function scopeBehind(wiring: Wiring, scopes: readonly number[], edge: WiringEdge): number {
  return leadsIntoBody(wiring, edge) ? edge.source : (scopes[edge.source] ?? ROOT);
}
