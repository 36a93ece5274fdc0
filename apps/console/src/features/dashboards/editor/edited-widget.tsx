import { useState } from 'react';
import { ActionIcon, Menu, Text } from '@mantine/core';
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
import type { Widget } from '../../../api/dashboards';
import { Icon } from '../../../ui/icon';
import { kindOf, periodOf, readConfig } from '../../../ui/widget/widget-config';
import { WidgetContent } from '../../../ui/widget/widget-content';
import { useWidgetTexts } from '../../../ui/widget/widget.texts';
import { useDashboardTexts } from '../dashboards.texts';
import { type Move, MOVES } from './arrange';
import classes from './dashboard-editor.module.css';
import { WidgetDialog } from './widget-dialog';

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
  canPublish: boolean;
  place: LayoutItem | undefined;
  onMove: (move: Move) => void;
  onChange: (widget: Widget) => void;
  onDelete: () => void;
}

/** A widget with its handle and its menu. */
export function EditedWidget({ widget, canPublish, place, onMove, onChange, onDelete }: EditedWidgetProps) {
  const t = useDashboardTexts();
  const widgetText = useWidgetTexts();
  const [isOpen, setOpen] = useState(false);
  const { type, dataType, data } = widget;
  const config = readConfig(widget);
  const name = config.title || widgetText(kindOf(dataType, data));
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
            <Menu.Item leftSection={<Icon path={mdiPencilOutline} size={18} />} onClick={() => setOpen(true)}>
              {t('widgetSettings')}
            </Menu.Item>
            <Menu.Item leftSection={<Icon path={mdiTrashCanOutline} size={18} />} onClick={onDelete}>
              {t('deleteWidget')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </header>
      <div className={classes.content}>
        <WidgetContent
          type={type}
          dataType={dataType}
          data={data}
          config={config}
          period={periodOf(widget)}
        />
      </div>
      {isOpen && (
        <WidgetDialog of={widget} canPublish={canPublish} onDone={onChange} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}
