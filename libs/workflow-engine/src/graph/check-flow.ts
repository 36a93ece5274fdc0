import { say, type MessageValue } from '@app/kernel';
import type { SoundEdge } from './check-edges';
import type { DefinitionLimits } from './definition-limits';
import { told, type Findings } from './findings';
import { findCycles } from './find-cycles';
import type { DraftNode } from './read-definition';
import { BODY_LABEL, DONE_LABEL, ROOT, UNREACHED, scopeBehind, type Wiring } from './scopes';

export interface FlowCheck {
  readonly nodes: readonly DraftNode[];
  readonly wiring: Wiring & { readonly edges: readonly SoundEdge[] };
  readonly scopes: readonly number[];
  readonly limits: DefinitionLimits;
  readonly findings: Findings;
}

/** Checks the graph as a whole: its cycles, the bodies of its loops, and its jumps. */
export function checkFlow(check: FlowCheck): void {
  const cycles = findCycles(check.wiring);
  for (const cycle of cycles) tellCycle(check, cycle);
  // In a graph with cycles, the bodies of loops cannot be determined.
  if (cycles.length > 0) return;
  checkBodies(check);
  checkDepth(check);
  checkJumps(check);
}

/**
 * Reports nodes that can never run. Only called if all edges and jumps are valid, because an invalid edge or jump would
 * be the real cause.
 */
export function checkReach({ nodes, scopes, findings }: FlowCheck): void {
  nodes.forEach(({ path, id }, place) => {
    if (id === undefined || scopes[place] !== UNREACHED) return;
    findings.add(path, say('unreached', { id: told(id) }));
  });
}

function tellCycle({ nodes, findings }: FlowCheck, cycle: readonly number[]): void {
  const [first = 0] = cycle;
  const names = [...cycle.slice(0, 10), ...(cycle.length > 10 ? [] : [first])].map(
    (place) => nodes[place]?.id,
  );
  const way = names.join(' → ') + (cycle.length > 10 ? ' → …' : '');
  findings.add(nodes[first]?.path ?? 'nodes', say('cycle', { way }));
}

function checkBodies({ nodes, wiring, scopes, findings }: FlowCheck): void {
  for (const edge of wiring.edges) {
    if (scopes[edge.source] === UNREACHED) continue;
    const actual = scopes[edge.target] ?? UNREACHED;
    const expected = scopeBehind(wiring, scopes, edge);
    if (expected === actual) continue;
    const inner = isAround(scopes, actual, expected) ? expected : actual;
    const [loop, id] = [nameOf(nodes, inner), nameOf(nodes, edge.target)];
    findings.add(
      `${edge.path}.target`,
      say('body_entered', { loop, id, body: BODY_LABEL, done: DONE_LABEL }),
    );
  }
}

/** Returns true if the scope `outer` encloses the scope `inner` or is the same scope. Both must be reached. */
function isAround(scopes: readonly number[], outer: number, inner: number): boolean {
  for (let scope = inner; scope !== outer; scope = scopes[scope] ?? ROOT) {
    if (scope === ROOT) return false;
  }
  return true;
}

/** Reports loops that are nested too deeply. Loops inside a reported loop are not reported. */
function checkDepth({ nodes, wiring, scopes, limits, findings }: FlowCheck): void {
  const depths = new Map([[ROOT, 0]]);
  nodes.forEach(({ path, id }, place) => {
    if (!wiring.isLoop(place) || scopes[place] === UNREACHED) return;
    if (bodyDepth(scopes, place, depths) !== limits.depth + 1) return;
    findings.add(path, say('loops_too_deep', { id: told(id), most: limits.depth }));
  });
}

/**
 * Returns the nesting depth of the body of a reached loop. The walk ends, because `scopes` is free of cycles: a loop is
 * always reached before the nodes in its body.
 */
function bodyDepth(scopes: readonly number[], loop: number, depths: Map<number, number>): number {
  const chain: number[] = [];
  let scope = loop;
  for (; !depths.has(scope); scope = scopes[scope] ?? ROOT) chain.push(scope);
  let depth = depths.get(scope) ?? 0;
  for (const inner of chain.reverse()) depths.set(inner, (depth += 1));
  return depth;
}

function checkJumps({ nodes, wiring, scopes, findings }: FlowCheck): void {
  for (const { source, target } of wiring.jumps) {
    if (scopes[source] === UNREACHED || scopes[source] === scopes[target]) continue;
    findings.add(
      `${nodes[source]?.path}.onError.gotoNodeId`,
      say('jumps_out', { from: nameOf(nodes, source), to: nameOf(nodes, target) }),
    );
  }
}

function nameOf(nodes: readonly DraftNode[], place: number): MessageValue {
  return told(nodes[place]?.id);
}
