/** The execution that a node runs for. */
export interface ExecutionRef {
  id: string;
  workflowId: string;
}
