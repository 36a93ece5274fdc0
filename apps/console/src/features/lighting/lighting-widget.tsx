import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { refetchSoon, useStream } from '../../api/use-stream';
import { QueryState } from '../../ui/query-state';
import type { WidgetView } from '../../ui/widget/widget-views';
import { LabelControls } from './label-card';
import { labelsQuery, LIGHTING } from './lighting.queries';
import { useLightingTexts } from './lighting.texts';

/** The lights of the label `labelId`. */
export const LightingWidget: WidgetView = ({ options }) => {
  const t = useLightingTexts();
  useStream({ lighting_update: ({ labelId }) => refetchSoon([...LIGHTING, labelId]) });
  return (
    <QueryState query={useQuery(labelsQuery)} height={160}>
      {(labels) => {
        const label = labels.find(({ id }) => id === options.labelId);
        return label ? <LabelControls label={label} /> : <Text c="dimmed">{t('noneFound')}</Text>;
      }}
    </QueryState>
  );
};
