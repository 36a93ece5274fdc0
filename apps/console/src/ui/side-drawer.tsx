import type { ReactNode } from 'react';
import { Drawer, type DrawerProps } from '@mantine/core';
import { useUiTexts } from './ui.texts';
import type { SearchParameter } from './unsaved';
import { useChangedGuard } from './use-changed-guard';
import { useLayer } from './use-layer';

export interface SideDrawerProps {
  isOpen: boolean;
  title: string;
  size?: DrawerProps['size'];
  closeOnClickOutside?: boolean;
  /** Returns true while a form has unsaved changes. Forms inside the drawer report theirs with `useUnsaved`. */
  isDirty?: () => boolean;
  /** The search parameter whose change closes the drawer; undefined if there is none. */
  parameter?: SearchParameter;
  /** Mounted while the drawer is open. */
  children: ReactNode;
  onClose: () => void;
}

/** A drawer at the right edge of the page. Asks before it closes if a form in it has unsaved changes. */
export function SideDrawer({
  isOpen,
  size = 'lg',
  isDirty,
  parameter,
  children,
  onClose,
  ...props
}: SideDrawerProps) {
  const t = useUiTexts();
  const { requestClose, guard } = useChangedGuard({ isOpen, isDirty, parameter, onClose });
  useLayer(isOpen, requestClose);
  return (
    <Drawer
      opened={isOpen}
      closeOnEscape={false}
      position="right"
      size={size}
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={requestClose}
      {...props}
    >
      {guard(children)}
    </Drawer>
  );
}
