import { randomBytes } from 'node:crypto';
import { WorkflowEntity, WorkflowRevisionEntity } from '@app/entities';
import { newId } from '@app/kernel';
import type { DataSource } from 'typeorm';

const MADE_AT = new Date('2026-01-01T00:00:00Z');
/** The definition of a workflow that has no side effects. */
const DEFINITION = { nodes: [{ id: 'start', type: 'start', config: {} }], edges: [] };

/** Stores a workflow without its schedule row. By default it is enabled and has a manual trigger. */
export async function aWorkflow(
  dataSource: DataSource,
  overrides: Partial<WorkflowEntity> = {},
): Promise<WorkflowEntity> {
  const workflow = dataSource.manager.create(WorkflowEntity, {
    id: newId(),
    name: 'A workflow',
    description: null,
    definition: DEFINITION,
    triggerType: 'manual',
    triggerConfig: {},
    enabled: true,
    mode: 'parallel',
    skippedCount: 0,
    skippedAt: null,
    problems: [],
    revision: 1,
    webhookSlug: randomBytes(24).toString('base64url'),
    webhookId: randomBytes(24).toString('base64url'),
    webhookSecret: `whsec_${randomBytes(32).toString('base64')}`,
    createdBy: null,
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
    ...overrides,
  });
  const { id: workflowId, revision, definition, triggerType, triggerConfig, createdAt } = workflow;
  const kept = { workflowId, revision, definition, triggerType, triggerConfig, createdAt };
  await dataSource.manager.insert(WorkflowEntity, workflow);
  await dataSource.manager.insert(WorkflowRevisionEntity, kept);
  return workflow;
}
