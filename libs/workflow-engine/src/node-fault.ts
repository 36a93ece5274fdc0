import { type Message } from '@app/kernel';
import type { NodeError } from './node-outcome';

/** Thrown to make a node fail with this code, by the node itself or by the code that runs it. */
export class NodeFault extends Error implements NodeError {
  readonly reason: Message;

  constructor(
    readonly code: string,
    message: string | Message,
    readonly fatal = false,
  ) {
    super(typeof message === 'string' ? message : message.message);
    this.reason = typeof message === 'string' ? { code, values: {}, message } : message;
    this.name = 'NodeFault';
  }
}
