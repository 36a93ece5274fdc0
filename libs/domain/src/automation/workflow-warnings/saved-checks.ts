import { DomainError, isFinal, type Message, say, withTimeout } from '@app/kernel';
import {
  type JsonObject,
  type NodeDefinition,
  NodeFault,
  type PortChecks,
  type Problem,
  type SavedCheck,
} from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';

/** How long all checks of a workflow may take together. Checks that are not done by then find nothing. */
const LIMIT_MS = 2000;

/**
 * Finds nodes that would fail with the current state of the installation. Each check of a node uses only fields without
 * templates. After the first failed check of a node, its other checks are left out.
 * @param faulty paths of problems. A node with a problem is not checked
 */
export async function failedChecks(
  nodes: readonly NodeDefinition[],
  faulty: readonly string[],
  ports: PortChecks,
): Promise<Problem[]> {
  const untilMs = performance.now() + LIMIT_MS;
  const found: Problem[] = [];
  for (const [index, { type, config }] of nodes.entries()) {
    const path = `nodes[${index}]`;
    if (faulty.some((one) => one === path || one.startsWith(`${path}.`))) continue;
    for (const check of nodeCatalogue.get(type)?.savedChecks ?? []) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return found;
      const failure = isFixed(config, check) && (await failureOf(check, config, ports, leftMs));
      if (!failure) continue;
      const { field, code, reason } = failure;
      found.push({ path: `${path}.config.${field}`, ...say('fails_with', { failure: code, reason }) });
      break;
    }
  }
  return found;
}

/** True if the first field of the check is set, and none of its fields contains a template. */
function isFixed(config: JsonObject, { fields }: SavedCheck<JsonObject>): boolean {
  const [first = ''] = fields;
  const values = fields.map((field) => config[field] ?? null);
  return config[first] !== undefined && !JSON.stringify(values).includes('{{');
}

/** @returns null if the check succeeds, or if it cannot be decided now, for example because the gateway is down */
async function failureOf(
  saved: SavedCheck<JsonObject>,
  config: JsonObject,
  ports: PortChecks,
  limitMs: number,
): Promise<{ field: string; code: string; reason: Message } | null> {
  try {
    await withTimeout(limitMs, async () => saved.check(config, ports), undecided);
    return null;
  } catch (error) {
    const isRefusal = error instanceof NodeFault || isFinal(error);
    if (isRefusal) return { field: fieldOf(error, saved.fields), code: error.code, reason: error.reason };
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** An error may name another field of the check, or an element of a field, such as `to[1]`. */
function fieldOf(error: NodeFault | DomainError, fields: readonly string[]): string {
  const path = error instanceof DomainError ? error.details?.[0]?.path : undefined;
  const [root = ''] = path?.split(/[.[]/) ?? [];
  return path !== undefined && fields.includes(root) ? path : (fields[0] ?? '');
}

function undecided(): DomainError {
  return new DomainError('unavailable', 'unavailable', 'The check takes too long.');
}
