import { useState } from 'react';
import { Button, Group, Textarea } from '@mantine/core';
import { useHasRole } from '../../api/account';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useAction } from '../../ui/use-action';
import { ALARMS, type Alarm, acknowledgeAlarm, clearAlarm, unshelveAlarm } from './alarms.queries';
import { useAlarmTexts } from './alarms.texts';
import { ShelveDialog } from './shelve-dialog';

const ACTIONS = { acknowledge: acknowledgeAlarm, clear: clearAlarm, unshelve: unshelveAlarm };
type ActionName = keyof typeof ACTIONS;

/** Buttons for the steps that are possible now. Viewers see none. */
export function AlarmActions({ alarm }: { alarm: Alarm }) {
  const t = useAlarmTexts();
  const [open, setOpen] = useState<ActionName | 'shelve' | null>(null);
  const isOperator = useHasRole('operator');
  if (!isOperator || alarm.status === 'cleared') return null;
  const close = () => setOpen(null);
  return (
    <Group gap="xs">
      {!alarm.acknowledged && <Button onClick={() => setOpen('acknowledge')}>{t('acknowledge')}</Button>}
      <Button variant="default" onClick={() => setOpen('clear')}>
        {t('clear')}
      </Button>
      {alarm.shelvedUntil ? (
        <Button variant="default" onClick={() => setOpen('unshelve')}>
          {t('unshelve')}
        </Button>
      ) : (
        <Button variant="default" onClick={() => setOpen('shelve')}>
          {t('shelve')}
        </Button>
      )}
      {open === 'shelve' && <ShelveDialog alarm={alarm} onClose={close} />}
      {open && open !== 'shelve' && <NoteDialog alarm={alarm} name={open} onClose={close} />}
    </Group>
  );
}

interface NoteDialogProps {
  alarm: Alarm;
  name: ActionName;
  onClose: () => void;
}

/** Asks for a note, which everybody sees in the timeline. */
function NoteDialog({ alarm, name, onClose }: NoteDialogProps) {
  const t = useAlarmTexts();
  const [note, setNote] = useState('');
  const action = useAction(() => ACTIONS[name](alarm.id, note.trim() || null), {
    done: t(`done.${name}`),
    changes: [ALARMS],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      title={t(name)}
      confirm={t(name)}
      isRunning={action.isPending}
      onConfirm={() => action.mutate()}
      onClose={onClose}
    >
      <Textarea
        label={t('note')}
        description={t(`hint.${name}`)}
        maxLength={1000}
        autosize
        minRows={2}
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
