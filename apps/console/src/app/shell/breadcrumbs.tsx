import { Link, useRouterState } from '@tanstack/react-router';
import { NAVIGATION } from '../navigation';
import { usePreferences } from '../preferences/preferences';
import classes from './breadcrumbs.module.css';
import { useShellTexts } from './shell.texts';

/**
 * The path to the current page. It has only pages of the navigation: a page below one of them names itself in its
 * heading.
 */
export function Breadcrumbs() {
  const t = useShellTexts();
  const { showBreadcrumb } = usePreferences();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (!showBreadcrumb || path === '/') return null;
  const pages = NAVIGATION.flat().filter(
    ({ to = '/' }) => to === '/' || path === to || path.startsWith(`${to}/`),
  );
  return (
    <nav aria-label={t('breadcrumb')} className={classes.path}>
      <ol>
        {pages.map(({ to, title }) => (
          <li key={to}>
            {to === path ? <span aria-current="page">{t(title)}</span> : <Link to={to}>{t(title)}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
