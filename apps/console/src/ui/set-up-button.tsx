import { Button } from '@mantine/core';
import { mdiCogOutline } from '@mdi/js';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useHasRole } from '../api/account';
import { Icon } from './icon';

interface SetUpButtonProps {
  to: LinkProps['to'];
  /** The title of the page behind the button. */
  title: string;
}

/** Leads engineers to the page on which they set up what the current page shows. Others do not see it. */
export function SetUpButton({ to, title }: SetUpButtonProps) {
  return (
    useHasRole('engineer') && (
      <Button
        variant="default"
        leftSection={<Icon path={mdiCogOutline} />}
        renderRoot={(props) => <Link to={to} {...props} />}
      >
        {title}
      </Button>
    )
  );
}
