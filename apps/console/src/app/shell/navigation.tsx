import { Fragment } from 'react';
import { ActionIcon, Divider, ScrollArea, Tooltip } from '@mantine/core';
import { mdiChevronDoubleLeft, mdiChevronDoubleRight } from '@mdi/js';
import { Link } from '@tanstack/react-router';
import { useAccount, hasRole } from '../../api/account';
import { Icon } from '../../ui/icon';
import { NAVIGATION, type NavigationItem } from '../navigation';
import { changePreferences } from '../preferences/preferences';
import { AlertCount } from './alert-count';
import classes from './navigation.module.css';
import { useShellTexts } from './shell.texts';

interface NavigationProps {
  /** Whether only icons are shown. Phones always show icons and titles. */
  isCollapsed: boolean;
  onNavigate: () => void;
}

export function Navigation({ isCollapsed, onNavigate }: NavigationProps) {
  const t = useShellTexts();
  const account = useAccount();
  const groups = NAVIGATION.map((items) => items.filter(({ role }) => !role || hasRole(account, role)));
  const toggleTitle = t(isCollapsed ? 'expand' : 'collapse');
  return (
    <nav
      aria-label={t('navigation')}
      className={classes.navigation}
      data-collapsed={isCollapsed || undefined}
    >
      <ScrollArea flex={1}>
        {groups.map((items, index) => (
          <Fragment key={items[0]?.to ?? index}>
            {index > 0 && items.length > 0 && <Divider my="xs" color="var(--page-border)" />}
            <ul className={classes.list}>
              {items.map((item) => (
                <li key={item.to}>
                  <NavigationLink item={item} isCollapsed={isCollapsed} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </ScrollArea>
      <ActionIcon
        className={classes.toggle}
        variant="subtle"
        color="gray"
        visibleFrom="sm"
        aria-label={toggleTitle}
        title={toggleTitle}
        onClick={() => void changePreferences({ sidebarCollapsed: !isCollapsed }).catch(() => {})}
      >
        <Icon path={isCollapsed ? mdiChevronDoubleRight : mdiChevronDoubleLeft} />
      </ActionIcon>
    </nav>
  );
}

interface NavigationLinkProps extends NavigationProps {
  item: NavigationItem;
}

function NavigationLink({ item: { to, title, icon }, isCollapsed, onNavigate }: NavigationLinkProps) {
  const text = useShellTexts()(title);
  return (
    <Tooltip label={text} position="right" disabled={!isCollapsed}>
      <Link
        to={to}
        className={classes.link}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        onClick={onNavigate}
      >
        <Icon path={icon} />
        <span className={classes.title}>{text}</span>
        {to === '/alerts' && <AlertCount />}
      </Link>
    </Tooltip>
  );
}
