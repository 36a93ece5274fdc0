import {
  mdiAccountGroupOutline,
  mdiBellCogOutline,
  mdiBellOutline,
  mdiCalendarCheckOutline,
  mdiCalendarClockOutline,
  mdiChartMultiline,
  mdiClipboardCheckOutline,
  mdiCogOutline,
  mdiPowerPlug,
  mdiDatabaseOutline,
  mdiEmailFastOutline,
  mdiFileChartOutline,
  mdiFolderOutline,
  mdiHistory,
  mdiCubeOutline,
  mdiGauge,
  mdiLightbulbOutline,
  mdiLightningBoltOutline,
  mdiSitemapOutline,
  mdiViewDashboardOutline,
  mdiViewGridOutline,
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
    { to: '/dashboards', title: 'dashboards', icon: mdiViewGridOutline },
    { to: '/energy', title: 'energy', icon: mdiLightningBoltOutline },
    { to: '/points', title: 'points', icon: mdiGauge },
    { to: '/trends', title: 'trends', icon: mdiChartMultiline },
    { to: '/model', title: 'model', icon: mdiCubeOutline },
    { to: '/alerts', title: 'alerts', icon: mdiBellOutline },
    { to: '/faults', title: 'faults', icon: mdiWrenchOutline },
    { to: '/maintenance', title: 'maintenance', icon: mdiCalendarCheckOutline },
    { to: '/lighting', title: 'lighting', icon: mdiLightbulbOutline },
    { to: '/workflows', title: 'workflows', icon: mdiSitemapOutline, role: 'operator' },
  ],
  [
    { to: '/alert-rules', title: 'alertRules', icon: mdiBellCogOutline, role: 'operator' },
    { to: '/notifications', title: 'notifications', icon: mdiEmailFastOutline, role: 'engineer' },
    { to: '/calendars', title: 'calendars', icon: mdiCalendarClockOutline },
  ],
  [
    { to: '/reports', title: 'reports', icon: mdiFileChartOutline },
    { to: '/files', title: 'files', icon: mdiFolderOutline },
  ],
  [
    { to: '/setup', title: 'setup', icon: mdiClipboardCheckOutline, role: 'admin' },
    { to: '/users', title: 'users', icon: mdiAccountGroupOutline, role: 'admin' },
    { to: '/devices', title: 'devices', icon: mdiPowerPlug, role: 'admin' },
    { to: '/settings', title: 'settings', icon: mdiCogOutline, role: 'admin' },
    { to: '/backups', title: 'backups', icon: mdiDatabaseOutline, role: 'admin' },
    { to: '/audit', title: 'audit', icon: mdiHistory, role: 'admin' },
  ],
];
