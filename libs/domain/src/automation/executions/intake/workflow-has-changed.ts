/** Thrown if the workflow was changed, disabled or deleted since it was read. */
export class WorkflowHasChanged extends Error {}
