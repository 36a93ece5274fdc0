import { useState } from 'react';
import { Anchor, JsonInput, Loader, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { parseObject } from '../parse-json';
import { useExecutionFailureText } from '../use-execution-failure';
import type { ExecutionDetail } from '../workflows.queries';
import { useWorkflowTexts } from '../workflows.texts';
import { useEditorTexts } from './editor.texts';
import classes from './editor.module.css';

/** Examples of trigger data by the type of the trigger. */
const SAMPLES: Readonly<Record<string, object>> = {
  state_change: { code: 'F1.EAST.ZONE.TEMP', value: 27, previous: 26, quality: 'good' },
  schedule: { scheduledAt: new Date(0).toISOString(), firedAt: new Date(0).toISOString() },
  sun: { event: 'sunset', scheduledAt: new Date(0).toISOString(), firedAt: new Date(0).toISOString() },
};

interface DryRunDialogProps {
  trigger: string;
  /** The trigger data of the last execution, or of a recipe. */
  known: unknown;
  isRunning: boolean;
  onRun: (input: Record<string, unknown>) => void;
  onClose: () => void;
}

/** Asks for the trigger data of a dry run. */
export function DryRunDialog({ trigger, known, isRunning, onRun, onClose }: DryRunDialogProps) {
  const t = useEditorTexts();
  const texts = useWorkflowTexts();
  const [text, setText] = useState(() => JSON.stringify(known ?? SAMPLES[trigger] ?? {}, null, 2));
  const input = parseObject(text);
  return (
    <ConfirmDialog
      isOpen
      title={t('dryRunTitle')}
      confirm={t('dryRun')}
      isRunning={isRunning}
      onConfirm={() => input && onRun(input)}
      onClose={onClose}
    >
      <Text size="sm">{texts('dryRunHint')}</Text>
      <JsonInput
        label={t('dryRunInput')}
        description={t('dryRunInputHint')}
        autosize
        minRows={4}
        maxRows={16}
        formatOnBlur
        value={text}
        error={input ? null : texts('jsonObjectWanted')}
        onChange={setText}
      />
    </ConfirmDialog>
  );
}

/** The state of the dry run whose results the graph shows. */
export function DryRunState({ execution }: { execution: ExecutionDetail }) {
  const t = useEditorTexts();
  const failureText = useExecutionFailureText();
  const { status, error, workflowId, id } = execution;
  return (
    <output className={classes.run} data-status={status}>
      {status === 'running' && <Loader size="xs" />}
      <Text span size="sm">
        {status === 'running' && t('dryRunRunning')}
        {status === 'success' && t('dryRunDone')}
        {status === 'failed' && t('dryRunFailed', { message: error ? failureText(error) : '' })}
      </Text>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/workflows/$workflowId/executions/$executionId"
            params={{ workflowId, executionId: id }}
          />
        )}
      >
        {t('dryRunOpen')}
      </Anchor>
    </output>
  );
}
