import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { ALERTS } from '../../api/alerts';
import { NoteDialog } from '../../ui/note-dialog';
import { useAction } from '../../ui/use-action';
import { type Alert, acknowledgeAlert, clearAlert, NOTE_LENGTH, unshelveAlert } from './alerts.queries';
import { useAlertTexts } from './alerts.texts';
import { ShelveDialog } from './shelve-dialog';

const ACTIONS = { acknowledge: acknowledgeAlert, clear: clearAlert, unshelve: unshelveAlert };
type ActionName = keyof typeof ACTIONS;

/** Buttons for the actions that are possible now. Viewers see none. */
export function AlertActions({ alert }: { alert: Alert }) {
  const t = useAlertTexts();
  const [open, setOpen] = useState<ActionName | 'shelve' | null>(null);
  const isOperator = useHasRole('operator');
  if (!isOperator) return null;
  const close = () => setOpen(null);
  return (
    <Group gap="xs">
      {alert.status === 'active' && <Steps alert={alert} onStep={setOpen} />}
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/faults" search={{ report: true, alert: alert.id }} {...props} />}
      >
        {t('reportFault')}
      </Button>
      {open === 'shelve' && <ShelveDialog alert={alert} onClose={close} />}
      {open && open !== 'shelve' && <ActionDialog alert={alert} name={open} onClose={close} />}
    </Group>
  );
}

interface StepsProps {
  alert: Alert;
  onStep: (name: ActionName | 'shelve') => void;
}

function Steps({ alert, onStep }: StepsProps) {
  const t = useAlertTexts();
  const shelving = alert.shelvedUntil ? 'unshelve' : 'shelve';
  return (
    <>
      {!alert.acknowledged && <Button onClick={() => onStep('acknowledge')}>{t('acknowledge')}</Button>}
      <Button variant="default" onClick={() => onStep('clear')}>
        {t('clear')}
      </Button>
      <Button variant="default" onClick={() => onStep(shelving)}>
        {t(shelving)}
      </Button>
    </>
  );
}

interface ActionDialogProps {
  alert: Alert;
  name: ActionName;
  onClose: () => void;
}

/** Asks for a note, which everybody sees in the timeline. */
function ActionDialog({ alert, name, onClose }: ActionDialogProps) {
  const t = useAlertTexts();
  const action = useAction((note: string | null) => ACTIONS[name](alert.id, note), {
    done: t(`done.${name}`),
    changes: [ALERTS],
    onDone: onClose,
  });
  return (
    <NoteDialog
      title={t(name)}
      confirm={t(name)}
      label={t('note')}
      hint={t(`hint.${name}`)}
      maxLength={NOTE_LENGTH}
      isRunning={action.isPending}
      onConfirm={(note) => action.mutate(note)}
      onClose={onClose}
    />
  );
}
