import { useState } from 'react';
import { Button, type ButtonProps } from '@mantine/core';
import { useHasRole } from '../../api/account';
import { usePointCommandTexts } from './point-command.texts';
import { ForceDialog, SetDialog, type WrittenPoint } from './write-dialogs';

interface CommandButtonsProps {
  point: WrittenPoint & { writable: boolean | null };
  /** The current value. */
  value: unknown;
  size?: ButtonProps['size'];
}

/** Buttons for the writes that the user may make. Nothing is shown if the gateway does not write the point. */
export function CommandButtons({ point, value, size }: CommandButtonsProps) {
  const t = usePointCommandTexts();
  const isOperator = useHasRole('operator');
  const isAdmin = useHasRole('admin');
  const [open, setOpen] = useState<'set' | 'force' | null>(null);
  if (!isOperator || point.writable === false) return null;
  const props = { point, value, onClose: () => setOpen(null) };
  return (
    <>
      <Button.Group aria-label={point.name}>
        <Button size={size} onClick={() => setOpen('set')}>
          {t('set')}
        </Button>
        {isAdmin && (
          <Button size={size} variant="default" onClick={() => setOpen('force')}>
            {t('force')}
          </Button>
        )}
      </Button.Group>
      {open === 'set' && <SetDialog {...props} />}
      {open === 'force' && <ForceDialog {...props} />}
    </>
  );
}
