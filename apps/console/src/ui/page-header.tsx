import { type ReactNode, useEffect } from 'react';
import { Group, Text, Title } from '@mantine/core';
import { usePlatform } from '../api/platform';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** One sentence about the page, or the state of the shown record. */
  description?: ReactNode;
  /** Buttons for the whole page. */
  actions?: ReactNode;
}

/** The heading of a page. It also names the tab of the browser. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  const platformName = usePlatform()?.platformName ?? 'Plantroom';
  useEffect(() => {
    document.title = `${title} · ${platformName}`;
  }, [title, platformName]);
  return (
    <Group justify="space-between" align="flex-end" mb="lg" gap="sm">
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        {description && (
          <Text c="dimmed" size="sm" mt={2} component="div">
            {description}
          </Text>
        )}
      </div>
      {actions && (
        <Group gap="xs" className={classes.actions}>
          {actions}
        </Group>
      )}
    </Group>
  );
}
