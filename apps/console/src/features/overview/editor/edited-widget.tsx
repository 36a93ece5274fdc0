import { useState } from 'react';
import { ActionIcon, Checkbox, Menu, Text, TextInput } from '@mantine/core';
import {
  mdiArrowCollapseHorizontal,
  mdiArrowCollapseVertical,
  mdiArrowDown,
  mdiArrowExpandHorizontal,
  mdiArrowExpandVertical,
  mdiArrowLeft,
  mdiArrowRight,
  mdiArrowUp,
  mdiDotsHorizontal,
  mdiPencilOutline,
  mdiTrashCanOutline,
} from '@mdi/js';
import type { LayoutItem } from 'react-grid-layout';
import { deleteWidget, type Widget, WIDGETS } from '../../../api/widgets';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { DeleteDialog } from '../../../ui/delete-dialog';
import { Icon } from '../../../ui/icon';
import { WidgetContent } from '../../../ui/widget/widget-content';
import { useWidgetTexts } from '../../../ui/widget/widget.texts';
import { useOverviewTexts } from '../overview.texts';
import { periodOf, type WidgetConfig } from '../widget-config';
import { type Move, MOVES } from './arrange';
import classes from './widget-editor.module.css';

const ICONS: Record<Move, string> = {
  left: mdiArrowLeft,
  right: mdiArrowRight,
  up: mdiArrowUp,
  down: mdiArrowDown,
  wider: mdiArrowExpandHorizontal,
  narrower: mdiArrowCollapseHorizontal,
  taller: mdiArrowExpandVertical,
  shorter: mdiArrowCollapseVertical,
};

interface EditedWidgetProps {
  widget: Widget;
  config: WidgetConfig;
  place: LayoutItem | undefined;
  onMove: (move: Move) => void;
  onConfig: (config: WidgetConfig) => void;
}

/** A widget with its handle and its menu. */
export function EditedWidget({ widget, config, place, onMove, onConfig }: EditedWidgetProps) {
  const t = useOverviewTexts();
  const widgetText = useWidgetTexts();
  const [open, setOpen] = useState<'settings' | 'delete' | null>(null);
  const name = config.title || widgetText(widget.dataType);
  const placed = place && t('placed', { name, x: place.x + 1, y: place.y + 1, w: place.w, h: place.h });
  return (
    <section className={classes.widget} aria-label={placed}>
      <header className={classes.head} role="presentation">
        <Text fw={600} truncate className={classes.handle}>
          {name}
        </Text>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t('menuOf', { name })}>
              <Icon path={mdiDotsHorizontal} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {MOVES.map((move) => (
              <Menu.Item
                key={move}
                closeMenuOnClick={false}
                leftSection={<Icon path={ICONS[move]} size={18} />}
                onClick={() => onMove(move)}
              >
                {t(`move.${move}`)}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon path={mdiPencilOutline} size={18} />}
              onClick={() => setOpen('settings')}
            >
              {t('settings')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon path={mdiTrashCanOutline} size={18} />}
              onClick={() => setOpen('delete')}
            >
              {t('deleteWidget')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </header>
      <div className={classes.content}>
        <WidgetContent
          type={widget.type}
          dataType={widget.dataType}
          data={widget.data}
          period={periodOf(widget)}
        />
      </div>
      {open === 'settings' && (
        <SettingsDialog config={config} onApply={onConfig} onClose={() => setOpen(null)} />
      )}
      {open === 'delete' && (
        <DeleteDialog
          isOpen
          title={t('deleteWidget')}
          remove={() => deleteWidget(widget.id)}
          changes={[WIDGETS]}
          onClose={() => setOpen(null)}
        >
          {t('deleteHint')}
        </DeleteDialog>
      )}
    </section>
  );
}

interface SettingsDialogProps {
  config: WidgetConfig;
  onApply: (config: WidgetConfig) => void;
  onClose: () => void;
}

function SettingsDialog({ config, onApply, onClose }: SettingsDialogProps) {
  const t = useOverviewTexts();
  const [changed, setChanged] = useState(config);
  return (
    <ConfirmDialog
      isOpen
      title={t('settings')}
      confirm={t('apply')}
      onConfirm={() => {
        onApply({ ...changed, title: changed.title.trim() });
        onClose();
      }}
      onClose={onClose}
    >
      <ConfigFields config={changed} onChange={setChanged} />
    </ConfirmDialog>
  );
}

interface ConfigFieldsProps {
  config: WidgetConfig;
  onChange: (config: WidgetConfig) => void;
}

/** The title of a widget, and whether everybody may see it. */
export function ConfigFields({ config, onChange }: ConfigFieldsProps) {
  const t = useOverviewTexts();
  return (
    <>
      <TextInput
        label={t('widgetTitle')}
        maxLength={100}
        data-autofocus
        value={config.title}
        onChange={({ currentTarget }) => onChange({ ...config, title: currentTarget.value })}
      />
      <Checkbox
        label={t('isPublic')}
        description={t('isPublicHint')}
        checked={config.isPublic}
        onChange={({ currentTarget }) => onChange({ ...config, isPublic: currentTarget.checked })}
      />
    </>
  );
}
