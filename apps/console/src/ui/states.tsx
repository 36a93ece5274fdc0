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
  return error instanceof ApiError && error.status === 404 ? (
    <MissingState onRetry={props.onRetry} />
  ) : (
    <FailedState {...props} />
  );
}

function FailedState({ error, onRetry }: ErrorStateProps) {
  const t = useUiTexts();
  const errorText = useErrorText();
  const requestId = error instanceof ApiError ? error.requestId : null;
  // Another try would be refused, too.
  const isForbidden = error instanceof ApiError && error.status === 403;
  return (
    <State
      role="alert"
      icon={mdiAlertCircleOutline}
      color="var(--mantine-color-error)"
      title={t('failed')}
      text={errorText(error)}
    >
      {requestId && (
        <Text size="xs" c="dimmed">
          {t('requestId', { id: requestId })}
        </Text>
      )}
      {onRetry && !isForbidden && <RetryButton onRetry={onRetry} />}
    </State>
  );
}

/** Says that a record does not exist, with a link to the list. On the page of the list, the user can also try again. */
export function MissingState({ onRetry }: Pick<ErrorStateProps, 'onRetry'>) {
  const t = useUiTexts();
  const { pathname, href } = useRouterState({ select: ({ location }) => location });
  // The list is the first part of the path. Drawers are opened by the search, which the link does not keep.
  const list = `/${pathname.split('/')[1] ?? ''}`;
  return (
    <State role="alert" icon={mdiTrayRemove} title={t('gone')} text={t('goneHint')}>
      {onRetry && pathname === list && <RetryButton onRetry={onRetry} />}
      {href !== list && (
        <Button
          variant="default"
          leftSection={<Icon path={mdiArrowLeft} />}
          renderRoot={(props) => <Link to={list} {...props} />}
        >
          {t('toList')}
        </Button>
      )}
    </State>
  );
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="default" leftSection={<Icon path={mdiRefresh} />} onClick={onRetry}>
      {useUiTexts()('retry')}
    </Button>
  );
}

interface EmptyStateProps {
  /** Explains why the list is empty: "No alerts. Everything runs within its limits." */
  title?: string;
  icon?: string;
  /** A button or link with which the user can continue. */
  action?: ReactNode;
}

export function EmptyState({ title, icon = mdiTrayRemove, action }: EmptyStateProps) {
  const t = useUiTexts();
  return (
    <State icon={icon} text={title ?? t('empty')}>
      {action}
    </State>
  );
}

interface StateProps {
  role?: 'alert';
  icon: string;
  color?: string;
  title?: string;
  text: string;
  children: ReactNode;
}

/** An icon with a text below it, in place of the content. */
function State({ role, icon, color = 'var(--mantine-color-dimmed)', title, text, children }: StateProps) {
  return (
    <Center py="xl" role={role}>
      <Stack align="center" gap="xs" maw={460}>
        <Icon path={icon} size={36} color={color} />
        {title && (
          <Title order={2} size="h4">
            {title}
          </Title>
        )}
        <Text ta="center" c="dimmed">
          {text}
        </Text>
        {children}
      </Stack>
    </Center>
  );
}
