import { createContext, type ReactNode, use, useState } from 'react';
import { SegmentedControl, Text } from '@mantine/core';
import { Panel } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { useEnergyTexts } from './energy.texts';

const VIEWS = ['chart', 'table'] as const;
type View = (typeof VIEWS)[number];

interface ViewPanelProps {
  title: string;
  children: (view: View) => ReactNode;
}

/** Within it, panels show only their charts, which fill the box of a widget. */
const InWidget = createContext(false);
export const ProvideWidgetBox = ({ children }: { children: ReactNode }) => (
  <InWidget value={true}>{children}</InWidget>
);

/** The height of a chart in pixels; undefined to fill the box of a widget. */
export const useChartHeight = (height: number): number | undefined => (use(InWidget) ? undefined : height);

/** The content of a widget about the areas inside an area that has none. A page leaves such a panel out. */
export function NothingInside() {
  const t = useEnergyTexts();
  return use(InWidget) && <EmptyState title={t('nothingInside')} />;
}

/** A panel whose figures are shown as a chart or as a table. */
export function ViewPanel({ title, children }: ViewPanelProps) {
  const t = useEnergyTexts();
  const [view, setView] = useState<View>('chart');
  const isInWidget = use(InWidget);
  if (isInWidget)
    return (
      <>
        <Text size="sm" c="dimmed">
          {title}
        </Text>
        {children('chart')}
      </>
    );
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
