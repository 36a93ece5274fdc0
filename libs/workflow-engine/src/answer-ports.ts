import type { ExecutionRef } from './execution-ref';
import type { Json } from './json';

export interface AnswerPortRequest {
  status: number;
  headers: Record<string, string>;
  body: Json;
  /** Unique to the run of the node. */
  key: string;
  execution: ExecutionRef;
}

/** Answers the caller of the webhook that started the execution. */
export interface AnswersPort {
  /**
   * Stores the answer. A repeat with the same key changes nothing.
   * @returns false if nobody waits for an answer: another node has already answered, or no webhook started the
   *   execution
   * @throws DomainError if the answer is too large
   */
  send(answer: AnswerPortRequest): Promise<boolean>;
}
