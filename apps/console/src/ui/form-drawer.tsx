import { SideDrawer, type SideDrawerProps } from './side-drawer';
import { useChangedGuard } from './use-changed-guard';

interface FormDrawerProps extends Omit<SideDrawerProps, 'size' | 'closeOnClickOutside'> {
  /** The saved record, if the drawer stays open after it was saved. */
  saved?: unknown;
}

/**
 * A drawer with a form. A click beside it does not close it, and Escape asks if the fields have changed, so that no input
 * is lost.
 */
export function FormDrawer({ isOpen, saved, children, onClose, ...props }: FormDrawerProps) {
  const { requestClose, guard } = useChangedGuard({ isOpen, saved, onClose });
  return (
    <SideDrawer isOpen={isOpen} closeOnClickOutside={false} onClose={requestClose} {...props}>
      {guard(children)}
    </SideDrawer>
  );
}
