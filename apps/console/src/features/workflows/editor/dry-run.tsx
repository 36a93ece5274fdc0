import { useState } from 'react';
import { Anchor, JsonInput, Loader, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { parseObject } from '../../../ui/parse-json';
import { useMessageText } from '../../../ui/messages/use-message-text';
import type { ExecutionDetail, StartOptions } from '../workflows.queries';
import { useWorkflowTexts } from '../workflows.texts';
import { useEditorTexts } from './editor.texts';
import classes from './editor.module.css';

/** The triggers for which the service provides the data of a dry run: current values, or the time. */
const PROVIDED = new Set(['state_change', 'schedule', 'sun']);

/** The options of a dry run that a user can choose. */
export type DryRunChoice = Pick<StartOptions, 'input' | 'at'>;

interface DryRunDialogProps {
  trigger: string;
  /** The trigger data of the last execution, or of a recipe. */
  known: unknown;
  isRunning: boolean;
  onRun: (choice: DryRunChoice) => void;
  onClose: () => void;
}

/** Asks for the trigger data and the time of a dry run. */
export function DryRunDialog({ trigger, known, isRunning, onRun, onClose }: DryRunDialogProps) {
  const t = useEditorTexts();
  const texts = useWorkflowTexts();
  const isProvided = PROVIDED.has(trigger);
  const [text, setText] = useState(() => (isProvided ? '' : JSON.stringify(known ?? {}, null, 2)));
  const [at, setAt] = useState('');
  const input = parseObject(text);
  const isValid = input !== undefined || text.trim() === '';
  return (
    <ConfirmDialog
      isOpen
      title={t('dryRunTitle')}
      confirm={t('dryRun')}
      isRunning={isRunning}
      onConfirm={() => isValid && onRun({ input, at: at === '' ? undefined : at })}
      onClose={onClose}
    >
      <Text size="sm">{texts('dryRunHint')}</Text>
      <TextInput
        type="datetime-local"
        label={t('dryRunAt')}
        description={t('dryRunAtHint')}
        value={at}
        onChange={({ currentTarget }) => setAt(currentTarget.value)}
      />
      <JsonInput
        label={t('dryRunInput')}
        description={t(isProvided ? 'dryRunInputProvided' : 'dryRunInputHint')}
        autosize
        minRows={4}
        maxRows={16}
        formatOnBlur
        value={text}
        error={isValid ? null : texts('jsonObjectWanted')}
        onChange={setText}
      />
    </ConfirmDialog>
  );
}

/** The state of the dry run whose results the graph shows. */
export function DryRunState({ execution }: { execution: ExecutionDetail }) {
  const t = useEditorTexts();
  const messageText = useMessageText();
  const { status, failure, workflowId, id } = execution;
  return (
    <output className={classes.run} data-status={status}>
      {status === 'running' && <Loader size="xs" />}
      <Text span size="sm">
        {status === 'running' && t('dryRunRunning')}
        {status === 'success' && t('dryRunDone')}
        {status === 'failed' && t('dryRunFailed', { message: failure ? messageText(failure) : '' })}
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
