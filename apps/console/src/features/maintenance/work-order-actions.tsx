import { useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { useHasRole } from '../../api/account';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { DeleteButton } from '../../ui/delete-button';
import { useAction } from '../../ui/use-action';
import { changeWorkOrder, deleteWorkOrder, MAINTENANCE, type WorkOrder } from './maintenance.queries';
import { useMaintenanceTexts } from './maintenance.texts';
import { EditWorkOrder } from './work-order-form';
import { WORK_STEPS, type WorkStatus } from './work-steps';

interface WorkOrderActionsProps {
  order: WorkOrder;
  onDeleted: () => void;
}

/** Buttons for the actions that are possible now. Viewers see none. */
export function WorkOrderActions({ order, onDeleted }: WorkOrderActionsProps) {
  const t = useMaintenanceTexts();
  const isOperator = useHasRole('operator');
  const isEngineer = useHasRole('engineer');
  const [isEditing, setEditing] = useState(false);
  if (!isOperator) return null;
  return (
    <Group gap="xs">
      {WORK_STEPS[order.status].map((status, index) => (
        <StepButton key={status} order={order} status={status} isMain={index === 0} />
      ))}
      <Button variant="default" onClick={() => setEditing(true)}>
        {t('edit')}
      </Button>
      {isEngineer && (
        <DeleteButton remove={() => deleteWorkOrder(order.id)} changes={[MAINTENANCE]} onDeleted={onDeleted}>
          {t('hint.delete')}
        </DeleteButton>
      )}
      <EditWorkOrder isOpen={isEditing} order={order} onClose={() => setEditing(false)} />
    </Group>
  );
}

interface StepButtonProps {
  order: WorkOrder;
  status: WorkStatus;
  isMain: boolean;
}

/**
 * Asks before an action that cannot be undone, and before work is completed while steps of its checklist are not done.
 */
function StepButton({ order, status, isMain }: StepButtonProps) {
  const t = useMaintenanceTexts();
  const [isAsking, setAsking] = useState(false);
  const step = useAction(() => changeWorkOrder(order.id, { status }), {
    done: t(`done.${status}`),
    changes: [MAINTENANCE],
    onDone: () => setAsking(false),
  });
  const isIncomplete = status === 'completed' && order.checklist.some(({ done }) => !done);
  const question = status === 'cancelled' ? t('hint.cancelled') : isIncomplete ? t('hint.unchecked') : null;
  const title = status === 'in_progress' && order.startedAt ? t('resume') : t(`step.${status}`);
  return (
    <>
      <Button
        variant={isMain ? 'filled' : 'default'}
        loading={step.isPending}
        onClick={() => (question ? setAsking(true) : step.mutate())}
      >
        {title}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={title}
        confirm={title}
        isDangerous={status === 'cancelled'}
        isRunning={step.isPending}
        onConfirm={() => step.mutate()}
        onClose={() => setAsking(false)}
      >
        <Text size="sm">{question}</Text>
      </ConfirmDialog>
    </>
  );
}
