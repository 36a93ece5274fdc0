import { ActionIcon } from '@mantine/core';
import { mdiChevronDown, mdiChevronRight } from '@mdi/js';
import type { TreeItem } from '../../api/area-tree';
import { Icon } from '../icon';
import { useUiTexts } from '../ui.texts';
import type { AreaRow } from './area-rows';

interface AreaToggleProps {
  row: AreaRow<TreeItem>;
  turn: (row: AreaRow<TreeItem>) => void;
}

/** Shows or hides the areas inside an area. Rows without such areas keep its place free. */
export function AreaToggle({ row, turn }: AreaToggleProps) {
  const t = useUiTexts();
  const { area, depth, isOpen } = row;
  const indent = `${depth}rem`;
  if (isOpen === undefined) return <span style={{ flex: 'none', width: '1.375rem', marginLeft: indent }} />;
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      style={{ flex: 'none', marginLeft: indent }}
      aria-label={t('areasInside', { name: area.name })}
      aria-expanded={isOpen}
      onClick={() => turn(row)}
    >
      <Icon path={isOpen ? mdiChevronDown : mdiChevronRight} size={18} />
    </ActionIcon>
  );
}
