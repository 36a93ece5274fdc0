import { AppShell, Group, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet } from '@tanstack/react-router';
import { usePlatform } from '../../api/platform';
import { LeaveGuard } from '../../ui/leave-guard';
import { StreamStatus } from '../../ui/stream-status';
import { usePreferences } from '../preferences/preferences';
import { AlertLink } from './alert-count';
import { Breadcrumbs } from './breadcrumbs';
import { GlobalSearch } from './global-search';
import { Logo } from './logo';
import { Navigation } from './navigation';
import { PhoneBar } from './phone-bar';
import classes from './shell.module.css';
import { useShellTexts } from './shell.texts';
import { useAlertAnnouncements } from './use-alert-announcements';
import { UserMenu } from './user-menu';
import { ZoneButton } from './zone-button';

const WIDE = 232;
const NARROW = 64;

/** The frame around every page of a signed-in user: navigation, state of the connection, account. */
export function Shell() {
  const t = useShellTexts();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { sidebarCollapsed } = usePreferences();
  // The announcements also keep the event stream open on pages that have no listener.
  const critical = useAlertAnnouncements();
  return (
    <>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <AppShell
        header={{ height: 56 }}
        footer={{ height: { base: 56, sm: 0 } }}
        navbar={{
          width: sidebarCollapsed ? NARROW : WIDE,
          breakpoint: 'sm',
          collapsed: { mobile: !isOpen },
        }}
      >
        <AppShell.Header className={classes.bar}>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap" miw={0}>
              <Link to="/" className={classes.brand}>
                <Logo />
                <Text fw={600} truncate>
                  {usePlatform()?.platformName}
                </Text>
              </Link>
            </Group>
            <Group gap="xs" wrap="nowrap">
              <GlobalSearch />
              <ZoneButton />
              <StreamStatus />
              <AlertLink />
              <UserMenu />
            </Group>
          </Group>
          <VisuallyHidden aria-live="assertive">
            {critical && <span key={critical.alertId}>{t('criticalAlert', { title: critical.title })}</span>}
          </VisuallyHidden>
        </AppShell.Header>
        <AppShell.Navbar className={classes.bar}>
          <Navigation isCollapsed={sidebarCollapsed} onNavigate={close} />
        </AppShell.Navbar>
        <AppShell.Footer className={classes.bar} hiddenFrom="sm">
          <PhoneBar isOpen={isOpen} onMore={toggle} onNavigate={close} />
        </AppShell.Footer>
        <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
          <div className={classes.page}>
            <Breadcrumbs />
            <Outlet />
          </div>
        </AppShell.Main>
      </AppShell>
      <LeaveGuard />
    </>
  );
}
