import { useQuery } from '@tanstack/react-query';
import { useExecution } from '../use-execution';
import { type ExecutionDetail, lastExecutionQuery } from '../workflows.queries';

interface ShownExecution {
  execution: ExecutionDetail | null;
  /** Whether it was started in the editor, so that the graph shows its results. */
  isDryRun: boolean;
}

/**
 * Returns the execution whose data the previews of expressions use: the dry run that was started here, or the last
 * execution.
 */
export function useShownExecution(
  workflowId: string | undefined,
  executionId: string | undefined,
): ShownExecution {
  const isStored = workflowId !== undefined;
  const last = useQuery({ ...lastExecutionQuery(workflowId ?? ''), enabled: isStored });
  const shown = useExecution(workflowId, executionId ?? last.data?.id);
  return { execution: shown.data ?? null, isDryRun: executionId !== undefined };
}
