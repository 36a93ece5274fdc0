import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { mdiArrowLeft } from '@mdi/js';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useHasRole } from '../api/account';
import { DeleteButton } from './delete-button';
import type { Deletion } from './delete-dialog';
import { EditButton } from './form-button';
import { Icon } from './icon';

interface RecordActionsProps {
  /** The page with all records. */
  list: LinkProps['to'];
  titles: { all: string; edit: string };
  deletion: Deletion;
  /** More buttons, which everybody sees. */
  more?: ReactNode;
  /** The form of the record. */
  children: (close: () => void) => ReactNode;
}

/** The buttons of a record that has a page of its own. Engineers change and delete the record. */
export function RecordActions({ list, titles, deletion, more, children }: RecordActionsProps) {
  const isEngineer = useHasRole('engineer');
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon path={mdiArrowLeft} />}
        renderRoot={(props) => <Link to={list} {...props} />}
      >
        {titles.all}
      </Button>
      {more}
      <EditButton title={titles.edit}>{children}</EditButton>
      {isEngineer && <DeleteButton hasIcon {...deletion} />}
    </>
  );
}
