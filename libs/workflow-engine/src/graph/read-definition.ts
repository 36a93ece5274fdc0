import { type Message, say, similarName } from '@app/kernel';
import type { NodeCatalogue, NodeType } from '../define-node';
import { isJsonObject, type JsonObject } from '../json';
import { told, type Findings } from './findings';

/** A node as it was sent. Parts that cannot be read are undefined or empty. */
export interface DraftNode {
  readonly path: string;
  /** Undefined if the id is invalid or an earlier node has the same id. */
  readonly id: string | undefined;
  readonly type: NodeType | undefined;
  readonly config: JsonObject;
  readonly onError: JsonObject | undefined;
}

export interface DraftEdge {
  readonly path: string;
  readonly source: unknown;
  readonly target: unknown;
  readonly label: string | undefined;
}

export interface DraftDefinition {
  readonly nodes: readonly DraftNode[];
  readonly edges: readonly DraftEdge[];
  /** The positions of nodes by id. If several nodes have the same id, this is the position of the first one. */
  readonly places: ReadonlyMap<string, number>;
}

/**
 * Node ids appear in paths (`each[3]/send`), in names of outputs (`nodeOutputs.send`) and in idempotency keys of
 * outgoing requests.
 */
const NODE_ID = /^[A-Za-z0-9_.-]{1,64}$/;
/**
 * Editors derive the id of an edge from the ids of its two nodes, so the id of an edge can be longer than the id of a
 * node. Nothing refers to an edge by its id.
 */
const MAX_EDGE_ID = 200;

/** The fields of `NodeDefinition` and `EdgeDefinition`. */
const NODE_FIELDS = ['id', 'type', 'name', 'config', 'onError', 'position'];
const EDGE_FIELDS = ['id', 'source', 'target', 'label'];

/** Parses a definition of any shape, and checks each node and each edge on its own. */
export function readDefinition(
  definition: unknown,
  { catalogue, findings }: { catalogue: NodeCatalogue; findings: Findings },
): DraftDefinition {
  const { nodes, edges } = isJsonObject(definition) ? definition : {};
  const places = new Map<string, number>();
  const edgeIds = new Set<string>();
  return {
    nodes: listOf(nodes, 'nodes', findings).map((node, index) => {
      const read = readNode(node, `nodes[${index}]`, { catalogue, findings });
      if (read.id === undefined) return read;
      if (!places.has(read.id)) {
        places.set(read.id, index);
        return read;
      }
      findings.add(`${read.path}.id`, say('same_node_id', { id: told(read.id) }));
      return { ...read, id: undefined };
    }),
    edges: listOf(edges, 'edges', findings).flatMap((edge, index) => {
      return readEdge(edge, `edges[${index}]`, { edgeIds, findings }) ?? [];
    }),
    places,
  };
}

function listOf(value: unknown, path: string, findings: Findings): unknown[] {
  if (Array.isArray(value)) return value;
  findings.add(path, say('not_list'));
  return [];
}

function readNode(
  node: unknown,
  path: string,
  { catalogue, findings }: { catalogue: NodeCatalogue; findings: Findings },
): DraftNode {
  const fields = objectOf(node, path, findings);
  const { id, type, config, onError } = fields ?? {};
  const isId = typeof id === 'string' && NODE_ID.test(id) && id !== '__proto__';
  if (fields !== undefined && !isId) findings.add(`${path}.id`, say('node_id', { given: told(id) }));
  if (fields !== undefined) findings.addUnknownFields(path, fields, NODE_FIELDS);
  const known = typeof type === 'string' ? catalogue.get(type) : undefined;
  if (fields !== undefined && known === undefined) findings.add(`${path}.type`, notType(type, catalogue));
  return {
    path,
    id: isId ? id : undefined,
    type: known,
    config: optionalObject(config, `${path}.config`, findings) ?? {},
    onError: optionalObject(onError, `${path}.onError`, findings),
  };
}

function notType(type: unknown, catalogue: NodeCatalogue): Message {
  const similar = typeof type === 'string' ? similarName(type, catalogue.keys()) : undefined;
  return similar === undefined
    ? say('not_node_type', { type: told(type) })
    : say('misspelt_node_type', { type: told(type), similar });
}

function readEdge(
  edge: unknown,
  path: string,
  { edgeIds, findings }: { edgeIds: Set<string>; findings: Findings },
): DraftEdge | undefined {
  const fields = objectOf(edge, path, findings);
  if (fields === undefined) return undefined;
  findings.addUnknownFields(path, fields, EDGE_FIELDS);
  const { id, source, target, label } = fields;
  if (typeof id !== 'string' || id === '' || id.length > MAX_EDGE_ID) {
    findings.add(`${path}.id`, say('not_short_text_given', { most: MAX_EDGE_ID, given: told(id) }));
  } else if (edgeIds.has(id)) findings.add(`${path}.id`, say('same_edge_id', { id: told(id) }));
  else edgeIds.add(id);
  if (label !== undefined && label !== null && typeof label !== 'string') {
    findings.add(`${path}.label`, say('wrong_type_given', { wanted: say('a_text'), given: told(label) }));
  }
  // Editors send an empty label for an edge without a label.
  return { path, source, target, label: typeof label === 'string' && label !== '' ? label : undefined };
}

function objectOf(value: unknown, path: string, findings: Findings): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  findings.add(path, say('wrong_type_given', { wanted: say('an_object'), given: told(value) }));
  return undefined;
}

function optionalObject(value: unknown, path: string, findings: Findings): JsonObject | undefined {
  return value === undefined || value === null ? undefined : objectOf(value, path, findings);
}
