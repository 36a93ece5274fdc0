import type { KnownFields } from '../expressions/compiler';
import type { JsonObject } from '../json';
import type { DraftNode } from './read-definition';
import { ROOT, UNREACHED } from './scopes';

/** The node type that waits for points, an event or a call. */
const WAIT_TYPE = 'wait_for';

/** Returns true if a node waits for a call of its one-time address, which `resumeUrl` returns. */
export function waitsForCall(type: string | undefined, config: JsonObject | undefined): boolean {
  return type === WAIT_TYPE && config?.['call'] === true;
}

/**
 * Returns a function that maps a scope to the ids of the nodes for which `resumeUrl` returns an address in this scope.
 */
export function callableNodes(
  nodes: readonly DraftNode[],
  scopes: readonly number[],
): (scope: number) => KnownFields {
  const byScope = new Map<number, Map<string, undefined>>();
  for (const [place, { id, type, config }] of nodes.entries()) {
    const scope = scopes[place] ?? UNREACHED;
    if (id === undefined || !waitsForCall(type?.type, config)) continue;
    byScope.set(scope, (byScope.get(scope) ?? new Map()).set(id, undefined));
  }
  const known = new Map<number, KnownFields>([[UNREACHED, byScope.get(UNREACHED) ?? new Map()]]);
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
