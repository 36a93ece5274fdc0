import { type ReactNode, useState } from 'react';
import { Button } from '@mantine/core';
import { mdiPencilOutline, mdiPlus } from '@mdi/js';
import { type Role, useHasRole } from '../api/account';
import { Icon } from './icon';

interface FormButtonProps {
  title: string;
  /** Who may open the form. Others do not see the button. */
  lowestRole?: Role;
  /** The form, as a dialog or drawer. */
  children: (close: () => void) => ReactNode;
}

/** Opens the form of a new record. */
export function CreateButton(props: FormButtonProps) {
  return <FormButton icon={mdiPlus} variant="filled" {...props} />;
}

/** Opens the form of a shown record. */
export function EditButton(props: FormButtonProps) {
  return <FormButton icon={mdiPencilOutline} variant="default" {...props} />;
}

interface AnyFormButtonProps extends FormButtonProps {
  icon: string;
  variant: 'filled' | 'default';
}

function FormButton({ title, icon, variant, lowestRole = 'engineer', children }: AnyFormButtonProps) {
  const isAllowed = useHasRole(lowestRole);
  const [isOpen, setOpen] = useState(false);
  if (!isAllowed) return null;
  return (
    <>
      <Button variant={variant} leftSection={<Icon path={icon} />} onClick={() => setOpen(true)}>
        {title}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
