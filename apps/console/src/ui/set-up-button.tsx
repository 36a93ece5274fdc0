import { Button } from '@mantine/core';
import { mdiCogOutline } from '@mdi/js';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type Role, useHasRole } from '../api/account';
import { Icon } from './icon';

interface SetUpButtonProps {
  to: LinkProps['to'];
  /** The field of that page that gets the focus. */
  hash?: string;
  /** The title of the page behind the button. */
  title: string;
  /** Who may open that page. */
  lowestRole?: Role;
}

/** Leads to the page on which engineers set up what the current page shows. Others do not see it. */
export function SetUpButton({ to, hash, title, lowestRole = 'engineer' }: SetUpButtonProps) {
  return (
    useHasRole(lowestRole) && (
      <Button
        variant="default"
        leftSection={<Icon path={mdiCogOutline} />}
        renderRoot={(props) => <Link to={to} hash={hash} {...props} />}
      >
        {title}
      </Button>
    )
  );
}
