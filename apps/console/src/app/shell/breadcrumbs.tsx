import { Link, useRouterState } from '@tanstack/react-router';
import { NAVIGATION } from '../navigation';
import { usePreferences } from '../preferences/preferences';
import classes from './breadcrumbs.module.css';
import { useShellTexts } from './shell.texts';

/** The pages above the current one. The heading of the page is the end of the path. */
export function Breadcrumbs() {
  const t = useShellTexts();
  const { showBreadcrumb } = usePreferences();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (!showBreadcrumb || path === '/') return null;
  const above = NAVIGATION.flat().filter(({ to = '/' }) => to === '/' || path.startsWith(`${to}/`));
  return (
    <nav aria-label={t('breadcrumb')} className={classes.path}>
      <ol>
        {above.map(({ to, title }) => (
          <li key={to}>
            <Link to={to}>{t(title)}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
