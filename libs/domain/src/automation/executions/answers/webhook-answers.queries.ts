import { WebhookAnswerEntity, WorkflowExecutionEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

export function findAnswer(manager: EntityManager, executionId: string): Promise<WebhookAnswerEntity | null> {
  return manager.findOneBy(WebhookAnswerEntity, { executionId });
}

export async function hasEnded(manager: EntityManager, id: string): Promise<boolean> {
  return !(await manager.existsBy(WorkflowExecutionEntity, { id, status: 'running' }));
}

export async function deleteAnswers(manager: EntityManager, executionIds: readonly string[]): Promise<void> {
  await manager.delete(WebhookAnswerEntity, { executionId: In([...executionIds]) });
}
