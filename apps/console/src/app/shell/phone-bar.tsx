import { mdiMenu } from '@mdi/js';
import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../ui/icon';
import { NAVIGATION } from '../navigation';
import { AlertCount } from './alert-count';
import classes from './phone-bar.module.css';
import { useShellTexts } from './shell.texts';

const SHOWN: ReadonlySet<unknown> = new Set(['/', '/alerts', '/lighting']);

interface PhoneBarProps {
  isOpen: boolean;
  /** Opens or closes the whole navigation. */
  onMore: () => void;
  onNavigate: () => void;
}

/** The pages that are used most, within reach of a thumb. */
export function PhoneBar({ isOpen, onMore, onNavigate }: PhoneBarProps) {
  const t = useShellTexts();
  const items = NAVIGATION.flat().filter(({ to }) => SHOWN.has(to));
  return (
    <nav aria-label={t('phoneBar')} className={classes.bar}>
      {items.map(({ to, title, icon }) => (
        <Link
          key={to}
          to={to}
          className={classes.item}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          onClick={onNavigate}
        >
          <Icon path={icon} />
          <span>{t(title)}</span>
          {to === '/alerts' && <AlertCount />}
        </Link>
      ))}
      <UnstyledButton className={classes.item} aria-expanded={isOpen} onClick={onMore}>
        <Icon path={mdiMenu} />
        <span>{t('more')}</span>
      </UnstyledButton>
    </nav>
  );
}
