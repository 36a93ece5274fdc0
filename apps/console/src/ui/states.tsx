import type { ReactNode } from 'react';
import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { mdiAlertCircleOutline, mdiArrowLeft, mdiRefresh, mdiTrayRemove } from '@mdi/js';
import { Link, useRouterState } from '@tanstack/react-router';
import { ApiError } from '../api/plantroom';
import { Icon } from './icon';
import { useUiTexts } from './ui.texts';
import { useErrorText } from './use-error-text';

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
}

/** Says what went wrong and what to do, with a button to try again, or a way back if a record is missing. */
export function ErrorState(props: ErrorStateProps) {
  const { error } = props;
  return error instanceof ApiError && error.status === 404 ? <MissingState /> : <FailedState {...props} />;
}

function FailedState({ error, onRetry }: ErrorStateProps) {
  const t = useUiTexts();
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Center py="xl" role="alert">
      <Stack align="center" gap="xs" maw={460}>
        <Icon path={mdiAlertCircleOutline} size={36} color="var(--mantine-color-error)" />
        <Title order={2} size="h4">
          {t('failed')}
        </Title>
        <Text ta="center" c="dimmed">
          {useErrorText()(error)}
        </Text>
        {requestId && (
          <Text size="xs" c="dimmed">
            {t('requestId', { id: requestId })}
          </Text>
        )}
        {onRetry && (
          <Button variant="default" leftSection={<Icon path={mdiRefresh} />} onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
      </Stack>
    </Center>
  );
}

/** Says that a record does not exist, with a link to the list. */
export function MissingState() {
  const t = useUiTexts();
  // The list is the first part of the path. Drawers are opened by the search, which the link does not keep.
  const list = useRouterState({ select: ({ location }) => `/${location.pathname.split('/')[1] ?? ''}` });
  return (
    <Center py="xl" role="alert">
      <Stack align="center" gap="xs" maw={460}>
        <Icon path={mdiTrayRemove} size={36} color="var(--mantine-color-dimmed)" />
        <Title order={2} size="h4">
          {t('gone')}
        </Title>
        <Text ta="center" c="dimmed">
          {t('goneHint')}
        </Text>
        <Button
          variant="default"
          leftSection={<Icon path={mdiArrowLeft} />}
          renderRoot={(props) => <Link to={list} {...props} />}
        >
          {t('toList')}
        </Button>
      </Stack>
    </Center>
  );
}

interface EmptyStateProps {
  /** Explains why the list is empty: "No alarms. Everything runs within its limits." */
  title?: string;
  icon?: string;
  /** A button or link with which the user can continue. */
  action?: ReactNode;
}

export function EmptyState({ title, icon = mdiTrayRemove, action }: EmptyStateProps) {
  const t = useUiTexts();
  return (
    <Center py="xl">
      <Stack align="center" gap="xs" maw={460}>
        <Icon path={icon} size={36} color="var(--mantine-color-dimmed)" />
        <Text ta="center" c="dimmed">
          {title ?? t('empty')}
        </Text>
        {action}
      </Stack>
    </Center>
  );
}
