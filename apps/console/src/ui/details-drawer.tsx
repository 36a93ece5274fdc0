import type { ReactNode } from 'react';
import { Group, Stack, Title } from '@mantine/core';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { QueryState } from './query-state';
import { SideDrawer, type SideDrawerProps } from './side-drawer';
import type { SearchParameter } from './unsaved';

const HEIGHT = 300;

interface DetailsProps<Data, Key extends QueryKey> {
  id: number;
  queryOf: (id: number) => UseQueryOptions<Data, Error, Data, Key>;
  children: (record: Data) => ReactNode;
}

interface DetailsDrawerProps<Data, Key extends QueryKey>
  extends
    Omit<DetailsProps<Data, Key>, 'id'>,
    Pick<SideDrawerProps, 'title' | 'size' | 'closeOnClickOutside' | 'onClose'> {
  /** The search parameter that has the id. */
  parameter: SearchParameter;
  /** Undefined if the drawer is closed. */
  id: number | undefined;
}

/** A drawer with one record of a list. */
export function DetailsDrawer<Data, Key extends QueryKey>(props: DetailsDrawerProps<Data, Key>) {
  const { id, queryOf, children, ...drawer } = props;
  return (
    <SideDrawer isOpen={id !== undefined} {...drawer}>
      {id !== undefined && (
        <Details id={id} queryOf={queryOf}>
          {children}
        </Details>
      )}
    </SideDrawer>
  );
}

function Details<Data, Key extends QueryKey>({ id, queryOf, children }: DetailsProps<Data, Key>) {
  return (
    <QueryState query={useQuery(queryOf(id))} height={HEIGHT}>
      {(record) => <Stack gap="md">{children(record)}</Stack>}
    </QueryState>
  );
}

interface DetailsHeadingProps {
  title: string;
  /** The badges below the title. */
  children?: ReactNode;
}

export function DetailsHeading({ title, children }: DetailsHeadingProps) {
  return (
    <div>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children && (
        <Group gap="xs" mt="xs">
          {children}
        </Group>
      )}
    </div>
  );
}
