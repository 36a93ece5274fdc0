import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { DeleteButton } from '../../ui/delete-button';
import { NoteDialog } from '../../ui/note-dialog';
import { useAction } from '../../ui/use-action';
import { EditFault } from './fault-form';
import { FAULT_STEPS, type FaultStatus } from './fault-steps';
import { changeFault, deleteFault, FAULTS, type Fault } from './faults.queries';
import { useFaultTexts } from './faults.texts';

interface FaultActionsProps {
  fault: Fault;
  onDeleted: () => void;
}

/** Buttons for the actions that are possible now. Viewers see none. */
export function FaultActions({ fault, onDeleted }: FaultActionsProps) {
  const t = useFaultTexts();
  const isOperator = useHasRole('operator');
  const isEngineer = useHasRole('engineer');
  const [open, setOpen] = useState<'edit' | 'resolve' | null>(null);
  const close = () => setOpen(null);
  if (!isOperator) return null;
  return (
    <Group gap="xs">
      {FAULT_STEPS[fault.status].map((status, index) => (
        <StepButton
          key={status}
          fault={fault}
          status={status}
          isMain={index === 0}
          onResolve={() => setOpen('resolve')}
        />
      ))}
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/maintenance" search={{ plan: true, fault: fault.id }} {...props} />}
      >
        {t('planWork')}
      </Button>
      <Button variant="default" onClick={() => setOpen('edit')}>
        {t('edit')}
      </Button>
      {isEngineer && (
        <DeleteButton remove={() => deleteFault(fault.id)} changes={[FAULTS]} onDeleted={onDeleted}>
          {t('hint.delete')}
        </DeleteButton>
      )}
      {open === 'resolve' && <ResolveDialog fault={fault} onClose={close} />}
      <EditFault isOpen={open === 'edit'} fault={fault} onClose={close} />
    </Group>
  );
}

interface StepButtonProps {
  fault: Fault;
  status: FaultStatus;
  isMain: boolean;
  onResolve: () => void;
}

function StepButton({ fault, status, isMain, onResolve }: StepButtonProps) {
  const t = useFaultTexts();
  const step = useAction(() => changeFault(fault.id, { status }), {
    done: t(`done.${status}`),
    changes: [FAULTS],
  });
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      loading={step.isPending}
      onClick={() => (status === 'resolved' ? onResolve() : step.mutate())}
    >
      {t(`step.${status}`)}
    </Button>
  );
}

/** Asks for the cause of a fault before the fault is resolved. */
function ResolveDialog({ fault, onClose }: { fault: Fault; onClose: () => void }) {
  const t = useFaultTexts();
  const resolve = useAction(
    (rootCause: string | null) => changeFault(fault.id, { status: 'resolved', rootCause }),
    { done: t('done.resolved'), changes: [FAULTS], onDone: onClose },
  );
  return (
    <NoteDialog
      title={t('step.resolved')}
      confirm={t('step.resolved')}
      label={t('rootCause')}
      hint={t('hint.resolved')}
      maxLength={10_000}
      initial={fault.rootCause ?? undefined}
      isRunning={resolve.isPending}
      onConfirm={(rootCause) => resolve.mutate(rootCause)}
      onClose={onClose}
    />
  );
}
