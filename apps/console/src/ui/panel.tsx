import type { ReactNode } from 'react';
import { Group, Paper, Title } from '@mantine/core';
import classes from './panel.module.css';

interface PanelProps {
  title?: string;
  /** A link or a choice beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A surface with a heading. */
export function Panel({ title, actions, children }: PanelProps) {
  return (
    <Paper component="section" className={classes.panel} aria-label={title}>
      {(title || actions) && (
        <Group justify="space-between" mb="sm" gap="xs">
          <Title order={2} size="h5">
            {title}
          </Title>
          {actions}
        </Group>
      )}
      {children}
    </Paper>
  );
}
