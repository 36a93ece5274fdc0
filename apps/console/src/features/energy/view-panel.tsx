import { type ReactNode, useState } from 'react';
import { SegmentedControl } from '@mantine/core';
import { Panel } from '../../ui/panel';
import { useEnergyTexts } from './energy.texts';

const VIEWS = ['chart', 'table'] as const;
type View = (typeof VIEWS)[number];

interface ViewPanelProps {
  title: string;
  children: (view: View) => ReactNode;
}

/** A panel whose figures are shown as a chart or as a table. */
export function ViewPanel({ title, children }: ViewPanelProps) {
  const t = useEnergyTexts();
  const [view, setView] = useState<View>('chart');
  return (
    <Panel
      title={title}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('view')}
          data={VIEWS.map((value) => ({ value, label: t(value) }))}
          value={view}
          onChange={(value) => setView(VIEWS.find((known) => known === value) ?? 'chart')}
        />
      }
    >
      {children(view)}
    </Panel>
  );
}
