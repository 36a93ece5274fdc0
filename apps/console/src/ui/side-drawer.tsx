import type { ReactNode } from 'react';
import { Drawer, type DrawerProps } from '@mantine/core';
import { useUiTexts } from './ui.texts';
import { useLayer } from './use-layer';

export interface SideDrawerProps {
  isOpen: boolean;
  title: string;
  size?: DrawerProps['size'];
  closeOnClickOutside?: boolean;
  /** Mounted while the drawer is open. */
  children: ReactNode;
  onClose: () => void;
}

/** A drawer at the right edge of the page. */
export function SideDrawer({ isOpen, size = 'lg', ...props }: SideDrawerProps) {
  const t = useUiTexts();
  useLayer(isOpen, props.onClose);
  return (
    <Drawer
      opened={isOpen}
      closeOnEscape={false}
      position="right"
      size={size}
      closeButtonProps={{ 'aria-label': t('close') }}
      {...props}
    />
  );
}
