import {
  mdiBellCogOutline,
  mdiBellOutline,
  mdiCalendarCheckOutline,
  mdiEmailFastOutline,
  mdiLightbulbOutline,
  mdiLightningBoltOutline,
  mdiSitemapOutline,
  mdiViewDashboardOutline,
  mdiWrenchOutline,
} from '@mdi/js';
import type { LinkProps } from '@tanstack/react-router';
import type { Role } from '../api/account';
import type { ShellText } from './shell/shell.texts';

export interface NavigationItem {
  to: LinkProps['to'];
  title: ShellText;
  icon: string;
  /** The lowest role that sees the page. */
  role?: Role;
}

/** The navigation from top to bottom, in groups. One line per page. */
export const NAVIGATION: readonly (readonly NavigationItem[])[] = [
  [
    { to: '/', title: 'overview', icon: mdiViewDashboardOutline },
    { to: '/energy', title: 'energy', icon: mdiLightningBoltOutline },
    { to: '/alarms', title: 'alarms', icon: mdiBellOutline },
    { to: '/faults', title: 'faults', icon: mdiWrenchOutline },
    { to: '/maintenance', title: 'maintenance', icon: mdiCalendarCheckOutline },
    { to: '/lighting', title: 'lighting', icon: mdiLightbulbOutline },
    { to: '/workflows', title: 'workflows', icon: mdiSitemapOutline, role: 'operator' },
  ],
  [
    { to: '/alert-rules', title: 'alertRules', icon: mdiBellCogOutline, role: 'operator' },
    { to: '/notifications', title: 'notifications', icon: mdiEmailFastOutline, role: 'engineer' },
  ],
];
