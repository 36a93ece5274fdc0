import { queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from '../../api/plantroom';
import type { Config, GraphNode } from './graph/definition';

export type Catalogue = components['schemas']['NodesDto'];
export type NodeType = Catalogue['nodes'][number];
export type TriggerType = Catalogue['triggers'][number];
export type ExpressionFunction = Catalogue['functions'][number];

/** The types of nodes and triggers, and the functions of expressions. They change only with the version of the API. */
export const catalogueQuery = queryOptions({
  queryKey: ['/api/nodes'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/nodes', { signal })),
  staleTime: Infinity,
});

/** Returns the branches of a node: those of its type, and those in its configuration. */
export function branchesOf(types: readonly NodeType[], { type, config }: GraphNode): string[] {
  const found = types.find((one) => one.type === type);
  if (!found) return [];
  return [...labelsAt(config ?? {}, found.branchesFrom), ...found.branches];
}

/** Returns the values at a path such as `cases[].label`. */
function labelsAt(config: Config, path: string | null): string[] {
  const [, list = '', field = ''] = /^(\w+)\[\]\.(\w+)$/.exec(path ?? '') ?? [];
  const entries = config[list];
  if (!Array.isArray(entries)) return [];
  return entries
    .map((entry: Config | null) => entry?.[field])
    .filter((label): label is string => typeof label === 'string' && label !== '');
}
