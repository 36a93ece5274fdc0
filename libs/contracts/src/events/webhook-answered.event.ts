import { defineEvent } from '../define-event';

export interface WebhookAnswered {
  executionId: string;
}

/** A workflow has answered the caller of its webhook. The answer is stored. */
export const webhookAnswered = defineEvent<WebhookAnswered>('webhook-answered');
