import { DomainError, hideSecrets, restoreSecrets, say } from '@app/kernel';
import type { JsonObject, NodeDefinition, Problem } from '@app/workflow-engine';
import type { Workflow } from './workflow';

/** The workflow with masked credentials in the configurations of its nodes, for roles that may not change workflows. */
export function withoutSecrets<Shown extends Pick<Workflow, 'nodes'> & Partial<Pick<Workflow, 'problems'>>>(
  workflow: Shown,
): Shown {
  const { nodes, problems } = workflow;
  const shown = hideSecrets({ configs: nodes.map(({ config }) => config), problems });
  return {
    ...workflow,
    nodes: nodes.map((node, index) => ({ ...node, config: shown.configs[index] ?? {} })),
    ...(problems && { problems: shown.problems }),
  };
}

/**
 * Returns the nodes of a request with their credentials. Each masked credential is replaced by the stored
 * credential at the same place in the node with the same id.
 * @throws DomainError invalid if there is no stored credential at this place
 */
export function restoreNodeSecrets(
  sent: readonly NodeDefinition[],
  stored: readonly NodeDefinition[],
): NodeDefinition[] {
  const missing: Problem[] = [];
  const maskedConfigs = hideSecrets(stored.map(({ config }) => config));
  const kept = new Map(
    stored.map(({ id, config }, index) => [id, { stored: config, masked: maskedConfigs[index] }]),
  );
  const nodes = sent.map((node, index) => ({
    ...node,
    config: restoreSecrets<JsonObject>(
      node.config,
      kept.get(node.id) ?? { stored: undefined, masked: undefined },
      (path) => missing.push({ path: `nodes[${index}].config${path}`, ...say('masked_secret') }),
    ),
  }));
  const [first] = missing;
  if (first) throw DomainError.invalid(`${first.path} ${first.message}.`, missing);
  return nodes;
}
