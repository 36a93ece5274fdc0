import type { NodeError } from './node-outcome';

/** Thrown to make a node fail with this code, by the node itself or by the code that runs it. */
export class NodeFault extends Error implements NodeError {
  constructor(
    readonly code: string,
    message: string,
    readonly fatal = false,
  ) {
    super(message);
    this.name = 'NodeFault';
  }
}
