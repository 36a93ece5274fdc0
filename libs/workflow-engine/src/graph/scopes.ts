import type { ErrorHandler } from '../definition';

/** The node that an execution begins with. */
export const START_TYPE = 'start';
/** The node whose body runs for each item, and the labels of its edges. */
export const LOOP_TYPE = 'loop';
export const BODY_LABEL = 'body';
export const DONE_LABEL = 'done';

/** The workflow itself, in the place of a loop. */
export const ROOT = -1;
/** Of nodes that neither an edge nor a jump reaches. */
export const UNREACHED = -2;

/** A definition as places in its list of nodes. */
export interface Wiring {
  readonly size: number;
  readonly starts: readonly number[];
  /** Whether the edges of branch `body` lead into a body. */
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

/** Where a handler may jump to: at once, or once all tries have failed. */
export function jumpTarget(handler: ErrorHandler | undefined | null): string | undefined {
  return mayJump(handler?.action) ? (handler?.gotoNodeId ?? undefined) : undefined;
}

export function mayJump(action: unknown): boolean {
  return action === 'goto' || action === 'retry';
}

/** The edges out of each node, in their order. */
export function edgesBySource(wiring: Pick<Wiring, 'size' | 'edges'>): WiringEdge[][] {
  const out = Array.from({ length: wiring.size }, (): WiringEdge[] => []);
  for (const edge of wiring.edges) out[edge.source]?.push(edge);
  return out;
}

export function leadsIntoBody(wiring: Pick<Wiring, 'isLoop'>, edge: WiringEdge): boolean {
  return edge.label === BODY_LABEL && wiring.isLoop(edge.source);
}

/**
 * For each node the innermost loop in whose body it is (`ROOT` outside all loops, `UNREACHED`). An edge out of `body`
 * leads into the loop, every other edge stays where its source is. What only jumps lead to is where the jump is made.
 * Where edges disagree the first one that was met counts; the check of the flow finds the others.
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
  // Edges first: jumps out of what they reach come after them.
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

/** Where an edge leads, going by its source. */
export function scopeBehind(wiring: Wiring, scopes: readonly number[], edge: WiringEdge): number {
  return leadsIntoBody(wiring, edge) ? edge.source : (scopes[edge.source] ?? ROOT);
}
