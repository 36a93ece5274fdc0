/** The execution for which a node runs. */
export interface ExecutionRef {
  id: string;
  workflowId: string;
}
