import type { KnownFields } from '../expressions/compiler';
import type { DraftNode } from './read-definition';
import { ROOT, UNREACHED } from './scopes';

/**
 * Returns a function that maps a scope to the ids of the nodes for which `resumeUrl` returns an address in this scope.
 * Nodes that are not reached yet may also name the nodes outside of all loops.
 */
export function callableNodes(
  nodes: readonly DraftNode[],
  scopes: readonly number[],
): (scope: number) => KnownFields {
  const byScope = new Map<number, Map<string, undefined>>();
  for (const [place, { id, type, config }] of nodes.entries()) {
    const scope = scopes[place] ?? UNREACHED;
    if (id === undefined || !type?.waitsForCall?.(config)) continue;
    byScope.set(scope, (byScope.get(scope) ?? new Map()).set(id, undefined));
  }
  const known = new Map<number, KnownFields>();
  const within = (scope: number): KnownFields => {
    const found = known.get(scope);
    if (found !== undefined) return found;
    // Store an empty map before the recursive call, so that a cycle of scopes in an invalid graph cannot cause an
    // endless recursion.
    known.set(scope, new Map());
    const around = scope === ROOT ? [] : within(scopes[scope] ?? ROOT);
    const all = new Map([...around, ...(byScope.get(scope) ?? [])]);
    known.set(scope, all);
    return all;
  };
  return within;
}
