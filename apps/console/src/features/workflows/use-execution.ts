import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { refetchSoon, useStream } from '../../api/use-stream';
import { type ExecutionDetail, executionQuery, executionsKey } from './workflows.queries';

/** Reads an execution, and follows it while it runs. Without an id, nothing is read until there is one. */
export function useExecution(
  workflowId: string | undefined,
  executionId: string | undefined,
): UseQueryResult<ExecutionDetail> {
  const query = executionQuery(workflowId ?? '', executionId ?? '');
  useStream({
    'workflow:execution:status': (event) => {
      if (event.executionId === executionId) refetchSoon(executionsKey(event.workflowId));
    },
    'workflow:execution:progress': (event) => {
      if (event.executionId === executionId) refetchSoon(query.queryKey);
    },
  });
  return useQuery({ ...query, enabled: workflowId !== undefined && executionId !== undefined });
}
