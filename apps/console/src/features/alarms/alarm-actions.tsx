import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { ALARMS } from '../../api/alarms';
import { NoteDialog } from '../../ui/note-dialog';
import { useAction } from '../../ui/use-action';
import { type Alarm, acknowledgeAlarm, clearAlarm, NOTE_LENGTH, unshelveAlarm } from './alarms.queries';
import { useAlarmTexts } from './alarms.texts';
import { ShelveDialog } from './shelve-dialog';

const ACTIONS = { acknowledge: acknowledgeAlarm, clear: clearAlarm, unshelve: unshelveAlarm };
type ActionName = keyof typeof ACTIONS;

/** Buttons for the actions that are possible now. Viewers see none. */
export function AlarmActions({ alarm }: { alarm: Alarm }) {
  const t = useAlarmTexts();
  const [open, setOpen] = useState<ActionName | 'shelve' | null>(null);
  const isOperator = useHasRole('operator');
  if (!isOperator) return null;
  const close = () => setOpen(null);
  return (
    <Group gap="xs">
      {alarm.status === 'active' && <Steps alarm={alarm} onStep={setOpen} />}
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/faults" search={{ report: true, alarm: alarm.id }} {...props} />}
      >
        {t('reportFault')}
      </Button>
      {open === 'shelve' && <ShelveDialog alarm={alarm} onClose={close} />}
      {open && open !== 'shelve' && <ActionDialog alarm={alarm} name={open} onClose={close} />}
    </Group>
  );
}

interface StepsProps {
  alarm: Alarm;
  onStep: (name: ActionName | 'shelve') => void;
}

function Steps({ alarm, onStep }: StepsProps) {
  const t = useAlarmTexts();
  const shelving = alarm.shelvedUntil ? 'unshelve' : 'shelve';
  return (
    <>
      {!alarm.acknowledged && <Button onClick={() => onStep('acknowledge')}>{t('acknowledge')}</Button>}
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
  alarm: Alarm;
  name: ActionName;
  onClose: () => void;
}

/** Asks for a note, which everybody sees in the timeline. */
function ActionDialog({ alarm, name, onClose }: ActionDialogProps) {
  const t = useAlarmTexts();
  const action = useAction((note: string | null) => ACTIONS[name](alarm.id, note), {
    done: t(`done.${name}`),
    changes: [ALARMS],
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
