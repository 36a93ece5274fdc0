import { useState } from 'react';
import { Button, Group, Menu, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import {
  createWidget,
  dashboardQuery,
  DASHBOARDS,
  DEFAULT_DASHBOARD,
  type Widget,
} from '../../api/dashboards';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { readSavedTrend, savedTrend, type TrendSearch } from '../../ui/trend/trend-choice';
import { useAction } from '../../ui/use-action';
import { readConfig } from '../../ui/widget/widget-config';
import { useTrendsTexts } from './trends.texts';

const SIZE = { layoutW: 6, layoutH: 4 };
const LONGEST_NAME = 100;

/** Lists the saved trends. Engineers can save the current one. */
export function SavedViews({ shown }: { shown: TrendSearch }) {
  const t = useTrendsTexts();
  const isEngineer = useHasRole('engineer');
  const [isSaving, setSaving] = useState(false);
  const widgets = useQuery(dashboardQuery(DEFAULT_DASHBOARD)).data?.widgets;
  const saved = (widgets ?? []).flatMap(({ id, data, ...widget }) => {
    const trend = readSavedTrend(data);
    return trend ? { id, name: readConfig(widget).title || t('title'), trend } : [];
  });
  return (
    <Group gap="xs">
      {saved.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="default">{t('saved')}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {saved.map(({ id, name, trend }) => (
              <Menu.Item
                key={id}
                renderRoot={(props: object) => <Link to="/trends" search={trend} {...props} />}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {isEngineer && widgets && (
        <Button disabled={!shown.series} onClick={() => setSaving(true)}>
          {t('save')}
        </Button>
      )}
      {isSaving && widgets && <SaveDialog shown={shown} widgets={widgets} onClose={() => setSaving(false)} />}
    </Group>
  );
}

interface SaveDialogProps {
  shown: TrendSearch;
  widgets: readonly Widget[];
  onClose: () => void;
}

/** Asks for a name, and adds the shown trend below the other widgets. */
function SaveDialog({ shown, widgets, onClose }: SaveDialogProps) {
  const t = useTrendsTexts();
  const [name, setName] = useState('');
  const layoutY = Math.max(0, ...widgets.map((widget) => widget.layoutY + widget.layoutH));
  const widget = { type: 'chart', dataType: 'static', dataJson: savedTrend(shown) } as const;
  const save = useAction(
    () =>
      createWidget({ ...widget, ...SIZE, config: { title: name.trim() || t('title') }, layoutX: 0, layoutY }),
    { done: t('savedNow'), changes: [DASHBOARDS], onDone: onClose },
  );
  return (
    <ConfirmDialog
      isOpen
      title={t('save')}
      confirm={t('saveName')}
      isRunning={save.isPending}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        description={t('saveHint')}
        maxLength={LONGEST_NAME}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
