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

/** Checks what the edges make together: cycles, bodies of loops, and jumps. */
export function checkFlow(check: FlowCheck): void {
  const cycles = findCycles(check.wiring);
  for (const cycle of cycles) tellCycle(check, cycle);
  // What lies inside of what cannot be said where edges go round.
  if (cycles.length > 0) return;
  checkBodies(check);
  checkDepth(check);
  checkJumps(check);
}

/** Nodes that would never run. Told where the edges and jumps are sound, else it is a consequence of those that are not. */
export function checkReach({ nodes, scopes, findings }: FlowCheck): void {
  nodes.forEach(({ path, id }, place) => {
    if (id === undefined || scopes[place] !== UNREACHED) return;
    findings.add(
      path,
      `is never reached (${told(id)}): neither an edge nor a goto leads there from the start`,
    );
  });
}

function tellCycle({ nodes, findings }: FlowCheck, cycle: readonly number[]): void {
  const [first = 0] = cycle;
  const names = [...cycle.slice(0, 10), ...(cycle.length > 10 ? [] : [first])].map(
    (place) => nodes[place]?.id ?? '',
  );
  const way = names.join(' → ') + (cycle.length > 10 ? ' → …' : '');
  findings.add(nodes[first]?.path ?? 'nodes', `is on a cycle: ${way}. Only goto may lead back`);
}

function checkBodies({ nodes, wiring, scopes, findings }: FlowCheck): void {
  for (const edge of wiring.edges) {
    const actual = scopes[edge.target] ?? UNREACHED;
    if (actual === UNREACHED || scopes[edge.source] === UNREACHED) continue;
    const expected = scopeBehind(wiring, scopes, edge);
    if (expected === actual) continue;
    const inner = isAround(scopes, actual, expected) ? expected : actual;
    const target = told(nodes[edge.target]?.id);
    const loop = told(nodes[inner]?.id);
    const rule = `a body is entered by "${BODY_LABEL}" and left by "${DONE_LABEL}" alone`;
    findings.add(
      `${edge.path}.target`,
      `is reached from inside and from outside the body of the loop ${loop} (${target}): ${rule}`,
    );
  }
}

/** Whether one scope is the other or around it. */
function isAround(scopes: readonly number[], outer: number, inner: number): boolean {
  for (let scope = inner; scope !== outer; scope = scopes[scope] ?? UNREACHED) {
    if (scope === ROOT || scope === UNREACHED) return false;
  }
  return true;
}

/** Told of loops alone whose body would be too deep, and of the outermost of these. */
function checkDepth({ nodes, wiring, scopes, limits, findings }: FlowCheck): void {
  const depths = new Map<number, number>([
    [ROOT, 0],
    [UNREACHED, 0],
  ]);
  nodes.forEach(({ path, id }, place) => {
    if (!wiring.isLoop(place) || scopes[place] === UNREACHED) return;
    if (bodyDepth(scopes, place, depths) !== limits.depth + 1) return;
    findings.add(
      path,
      `is the ${limits.depth + 1}th loop within loops (${told(id)}); ${limits.depth} at most`,
    );
  });
}

/** How many loops are around what is in the body of a loop. A loop is reached before what is in it: no circles. */
function bodyDepth(scopes: readonly number[], loop: number, depths: Map<number, number>): number {
  const chain: number[] = [];
  let scope = loop;
  for (; !depths.has(scope); scope = scopes[scope] ?? ROOT) chain.push(scope);
  let depth = depths.get(scope) ?? 0;
  for (const inner of chain.reverse()) depths.set(inner, (depth += 1));
  return depths.get(loop) ?? depth;
}

function checkJumps({ nodes, wiring, scopes, findings }: FlowCheck): void {
  for (const { source, target } of wiring.jumps) {
    if (scopes[source] === UNREACHED || scopes[source] === scopes[target]) continue;
    findings.add(
      `${nodes[source]?.path}.onError.gotoNodeId`,
      `leads into or out of the body of a loop (from ${told(nodes[source]?.id)} to ${told(nodes[target]?.id)}): a goto stays within it`,
    );
  }
}
