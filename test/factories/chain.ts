import type { EdgeDefinition, JsonObject, NodeDefinition } from '@app/workflow-engine';

type Link = Partial<NodeDefinition> & { type: string };

/** Builds a definition whose nodes form a chain that begins with `start`. The keys of `nodes` become the node ids. */
export function chain(links: Record<string, Link>): { nodes: NodeDefinition[]; edges: EdgeDefinition[] } {
  const nodes = Object.entries({ start: { type: 'start' }, ...links }).map(([id, link]): NodeDefinition => ({
    id,
    config: {},
    ...link,
  }));
  const edges = nodes.slice(1).map(({ id: target }, index) => {
    const source = nodes[index]?.id ?? '';
    return { id: `${source}-${target}`, source, target };
  });
  return { nodes, edges };
}

export const call = (path: string, config: JsonObject = {}): Link => ({
  type: 'http_request',
  config: { method: 'POST', url: `http://service.example/${path}`, ...config },
});

export const set = (name: string, value: string | number): Link => ({
  type: 'variable',
  config: { name, value },
});
