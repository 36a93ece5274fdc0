import { useState } from 'react';
import { Button, Text } from '@mantine/core';
import { mdiTrashCanOutline } from '@mdi/js';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Icon } from '../../ui/icon';
import { useAction } from '../../ui/use-action';
import { deleteWorkflow, type WorkflowSummary, WORKFLOW_LISTS } from './workflows.queries';
import { useWorkflowTexts } from './workflows.texts';

/** Deletes a workflow with its executions. */
export function DeleteButton({ workflow: { id, name } }: { workflow: WorkflowSummary }) {
  const t = useWorkflowTexts();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const remove = useAction(
    async () => {
      await deleteWorkflow(id);
      await navigate({ to: '/workflows', search: {} });
    },
    { done: t('deleted'), changes: [WORKFLOW_LISTS] },
  );
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon path={mdiTrashCanOutline} />}
        onClick={() => setOpen(true)}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('deleteTitle', { name })}
        confirm={t('delete')}
        isDangerous
        isRunning={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setOpen(false)}
      >
        <Text size="sm">{t('deleteHint')}</Text>
      </ConfirmDialog>
    </>
  );
}
