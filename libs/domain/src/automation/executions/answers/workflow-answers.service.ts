import { webhookAnswered } from '@app/contracts';
import { Environment } from '@app/config';
import { inTransaction, patiently, WebhookAnswerEntity } from '@app/entities';
import { EventBus } from '@app/events';
import { DomainError } from '@app/kernel';
import type { AnswerPortRequest, AnswersPort, Json } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockRunning } from '../record/execution-state.queries';
import { findAnswer } from './webhook-answers.queries';

/** Stores the answers of workflows to the callers of their webhooks. Only the first answer of an execution counts. */
@Injectable()
export class WorkflowAnswersService implements AnswersPort {
  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: EventBus,
    private readonly environment: Environment,
  ) {}

  async send(answer: AnswerPortRequest): Promise<boolean> {
    const row = this.rowOf(answer);
    const isSent = await patiently(() =>
      inTransaction(this.dataSource, (manager) => this.store(manager, row)),
    );
    if (isSent) this.bus.publish(webhookAnswered, { executionId: row.executionId });
    return isSent;
  }

  /** The lock on the execution serializes concurrent answers of its nodes. */
  private async store(manager: EntityManager, row: WebhookAnswerEntity): Promise<boolean> {
    const running = await lockRunning(manager, [row.executionId]);
    if (running.get(row.executionId)?.trigger !== 'webhook') return false;
    const present = await findAnswer(manager, row.executionId);
    if (present) return present.stepKey === row.stepKey;
    await manager.insert(WebhookAnswerEntity, row);
    return true;
  }

  /** @throws DomainError `answer_too_large` */
  private rowOf({ execution, key, status, headers, body }: AnswerPortRequest): WebhookAnswerEntity {
    const text = textOf(body);
    const limit = this.environment.LIMIT_NODE_OUTPUT_CHARACTERS;
    if (text.length > limit) {
      const message = `The body of the answer has more than ${limit} characters.`;
      throw new DomainError('invalid', 'answer_too_large', message);
    }
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
    return Object.assign(new WebhookAnswerEntity(), {
      executionId: execution.id,
      stepKey: key,
      status,
      headers: { 'content-type': type, ...headers },
      body: text,
    });
  }
}

/** Converts a body to text. Null becomes an empty body. */
function textOf(body: Json): string {
  if (body === null) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}
