import type { NodeDefinition } from '@app/workflow-engine';

/** The files that the nodes of a workflow attach to mails. Leaves out ids that a template computes. */
export function attachmentsOf(nodes: readonly NodeDefinition[]): { path: string; fileId: string }[] {
  return nodes.flatMap(({ type, config }, index) => {
    if (type !== 'email' || !Array.isArray(config?.attachments)) return [];
    return config.attachments.flatMap((fileId, place) =>
      typeof fileId === 'string' && !fileId.includes('{{')
        ? [{ path: `nodes[${index}].config.attachments[${place}]`, fileId }]
        : [],
    );
  });
}
