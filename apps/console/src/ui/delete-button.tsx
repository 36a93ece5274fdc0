import { useState } from 'react';
import { ActionIcon, Button } from '@mantine/core';
import { mdiTrashCanOutline } from '@mdi/js';
import { type Deletion, DeleteDialog } from './delete-dialog';
import { Icon } from './icon';
import { useUiTexts } from './ui.texts';

interface DeleteButtonProps extends Deletion {
  hasIcon?: boolean;
}

/** A button that deletes a record, after a question. */
export function DeleteButton({ hasIcon, ...deletion }: DeleteButtonProps) {
  const t = useUiTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={hasIcon && <Icon path={mdiTrashCanOutline} />}
        onClick={() => setOpen(true)}
      >
        {t('delete')}
      </Button>
      <DeleteDialog isOpen={isOpen} onClose={() => setOpen(false)} {...deletion} />
    </>
  );
}

interface DeleteIconProps extends Deletion {
  /** Names the record: "Delete the key Lobby". */
  label: string;
}

/** An icon that deletes a record in a list, after a question. */
export function DeleteIcon({ label, ...deletion }: DeleteIconProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <Icon path={mdiTrashCanOutline} />
      </ActionIcon>
      <DeleteDialog isOpen={isOpen} onClose={() => setOpen(false)} {...deletion} />
    </>
  );
}
