import { Text } from '@mantine/core';
import { useNodeFailure } from './use-execution-failure';
import type { NodeResult } from './workflows.queries';

/** Why a node has failed or was skipped. */
export function NodeFailureNote({ error }: { error: NonNullable<NodeResult['error']> }) {
  const { text, details } = useNodeFailure()(error);
  return (
    <div>
      <Text size="sm" c="var(--mantine-color-error)">
        {text} ({error.code})
      </Text>
      {details && (
        <Text size="xs" c="dimmed" lang="en" style={{ overflowWrap: 'anywhere' }}>
          {details}
        </Text>
      )}
    </div>
  );
}
