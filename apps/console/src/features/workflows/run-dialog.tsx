import { useState } from 'react';
import { JsonInput, Switch, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useAction } from '../../ui/use-action';
import { parseObject } from '../../ui/parse-json';
import { executionsKey, startWorkflow } from './workflows.queries';
import { useWorkflowTexts } from './workflows.texts';

interface RunDialogProps {
  workflow: { id: string; name: string };
  isDryRun?: boolean;
  onClose: () => void;
}

/** Asks for the input of a manual start, and shows the execution. */
export function RunDialog({ workflow, isDryRun = false, onClose }: RunDialogProps) {
  const t = useWorkflowTexts();
  const navigate = useNavigate();
  const [dryRun, setDryRun] = useState(isDryRun);
  const [text, setText] = useState('');
  const input = parseObject(text);
  const isValid = input !== undefined || text.trim() === '';
  const start = useAction(
    async () => {
      const executionId = await startWorkflow(workflow.id, { input, dryRun });
      onClose();
      await navigate({
        to: '/workflows/$workflowId/executions/$executionId',
        params: { workflowId: workflow.id, executionId },
      });
    },
    { changes: [executionsKey(workflow.id)] },
  );
  return (
    <ConfirmDialog
      isOpen
      title={t('runTitle', { name: workflow.name })}
      confirm={t(dryRun ? 'dryRun' : 'runNow')}
      isRunning={start.isPending}
      onConfirm={() => isValid && start.mutate()}
      onClose={onClose}
    >
      <Switch
        label={t('dryRun')}
        description={t('dryRunHint')}
        checked={dryRun}
        onChange={({ currentTarget }) => setDryRun(currentTarget.checked)}
      />
      {!dryRun && <Text size="sm">{t('runHint')}</Text>}
      <JsonInput
        label={t('input')}
        description={t('inputHint')}
        autosize
        minRows={4}
        formatOnBlur
        value={text}
        error={isValid ? null : t('jsonObjectWanted')}
        onChange={setText}
      />
    </ConfirmDialog>
  );
}
