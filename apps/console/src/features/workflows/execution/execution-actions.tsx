import { useState } from 'react';
import { Button, Text } from '@mantine/core';
import { mdiRefresh, mdiStop } from '@mdi/js';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Icon } from '../../../ui/icon';
import { useAction } from '../../../ui/use-action';
import { cancelExecution, type Execution, executionsKey, retryExecution } from '../workflows.queries';
import { useWorkflowTexts } from '../workflows.texts';

/** Buttons that cancel a running execution, or continue a failed one. */
export function ExecutionActions({ execution: { id, workflowId, status } }: { execution: Execution }) {
  const t = useWorkflowTexts();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const changes = [executionsKey(workflowId)];
  const cancel = useAction(() => cancelExecution(workflowId, id), {
    done: t('done.cancel'),
    changes,
    onDone: close,
  });
  const retry = useAction(
    async () => {
      const executionId = await retryExecution(workflowId, id);
      close();
      await navigate({
        to: '/workflows/$workflowId/executions/$executionId',
        params: { workflowId, executionId },
      });
    },
    { changes },
  );
  if (status === 'success') return null;
  const [name, action, icon] =
    status === 'running' ? (['cancel', cancel, mdiStop] as const) : (['retry', retry, mdiRefresh] as const);
  return (
    <>
      <Button variant="default" leftSection={<Icon path={icon} />} onClick={() => setAsking(true)}>
        {t(name)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t(name)}
        confirm={t(name)}
        isDangerous={name === 'cancel'}
        isRunning={action.isPending}
        onConfirm={() => action.mutate()}
        onClose={close}
      >
        <Text size="sm">{t(`hint.${name}`)}</Text>
      </ConfirmDialog>
    </>
  );
}
