import { SideDrawer, type SideDrawerProps } from './side-drawer';

/** A drawer with a form. A click beside it does not close it. */
export function FormDrawer(props: Omit<SideDrawerProps, 'size' | 'closeOnClickOutside'>) {
  return <SideDrawer closeOnClickOutside={false} {...props} />;
}
