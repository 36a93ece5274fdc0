import type { ErrorHandler } from '../definition';

/** The node type that an execution starts with. */
export const START_TYPE = 'start';
/** The node type whose body runs for each item, and the labels of its edges. */
export const LOOP_TYPE = 'loop';
export const BODY_LABEL = 'body';
export const DONE_LABEL = 'done';

/** Stands for the workflow itself, in place of a loop. */
export const ROOT = -1;
/** Marks nodes that neither an edge nor a jump reaches. */
export const UNREACHED = -2;

/** A definition by positions in its list of nodes. */
export interface Wiring {
  readonly size: number;
  readonly starts: readonly number[];
  /** Whether the node is a loop, so that its edges of branch `body` lead into its body. */
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

/** The node to which a handler may jump, at once or after all attempts; undefined if the handler never jumps. */
export function jumpTarget(handler: ErrorHandler | undefined | null): string | undefined {
  return mayJump(handler?.action) ? (handler?.gotoNodeId ?? undefined) : undefined;
}

export function mayJump(action: unknown): boolean {
  return action === 'goto' || action === 'retry';
}

/** The outgoing edges of each node, in order. */
export function edgesBySource(wiring: Pick<Wiring, 'size' | 'edges'>): WiringEdge[][] {
  const out = Array.from({ length: wiring.size }, (): WiringEdge[] => []);
  for (const edge of wiring.edges) out[edge.source]?.push(edge);
  return out;
}

export function leadsIntoBody(wiring: Pick<Wiring, 'isLoop'>, edge: WiringEdge): boolean {
  return edge.label === BODY_LABEL && wiring.isLoop(edge.source);
}

/**
 * The innermost loop whose body contains each node (`ROOT` outside of all loops, `UNREACHED` if there is none). An edge
 * of branch `body` leads into the loop; every other edge stays in the scope of its source. A node that only jumps reach
 * belongs to the scope of the jump. If edges disagree, the first one counts; the flow check reports the others.
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
  // Follow all edges before any jump.
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

/** The scope that an edge leads to. */
export function scopeBehind(wiring: Wiring, scopes: readonly number[], edge: WiringEdge): number {
  return leadsIntoBody(wiring, edge) ? edge.source : (scopes[edge.source] ?? ROOT);
}
