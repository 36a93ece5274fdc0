import { memo } from 'react';
import { ActionIcon, Button, Group, SegmentedControl, Tooltip } from '@mantine/core';
import { mdiAutoFix, mdiCogOutline, mdiNotePlusOutline, mdiPlus, mdiRedo, mdiUndo } from '@mdi/js';
import { StateBadge } from '../../../ui/badge';
import { Icon } from '../../../ui/icon';
import { branchesOf, type NodeType } from '../catalogue.queries';
import { useEditorTexts } from './editor.texts';
import { arranged, withNote } from './graph-edits';
import type { Problems } from '../problems/use-shown-problems';
import type { Editor } from './use-editor';

export const VIEWS = ['graph', 'list'] as const;
export type View = (typeof VIEWS)[number];

interface EditorToolbarProps extends Pick<Editor, 'canUndo' | 'canRedo' | 'undo' | 'redo' | 'changeGraph'> {
  types: readonly NodeType[];
  problems: Problems;
  view: View;
  onView: (view: View) => void;
  onSettings: () => void;
  /** Opens the palette on screens that do not show it all the time. */
  onAdd?: () => void;
}

/** The commands of the graph. They are drawn again only if one of them changes, not for each letter of a text. */
export const EditorToolbar = memo(function EditorToolbar(props: EditorToolbarProps) {
  const { canUndo, canRedo, undo, redo, changeGraph } = props;
  const { types, problems, view, onView, onSettings, onAdd } = props;
  const t = useEditorTexts();
  const count = problems.problems.length;
  const buttons = [
    { label: t('undo'), icon: mdiUndo, isOff: !canUndo, run: undo, keys: 'Control+Z' },
    { label: t('redo'), icon: mdiRedo, isOff: !canRedo, run: redo, keys: 'Control+Y' },
    {
      label: t('arrange'),
      icon: mdiAutoFix,
      isOff: false,
      run: () => changeGraph((graph) => arranged(graph, (node) => branchesOf(types, node))),
    },
    {
      label: t('addNote'),
      icon: mdiNotePlusOutline,
      // In the list, notes can only be read.
      isOff: view === 'list',
      run: () => changeGraph(withNote),
    },
  ];
  return (
    <Group gap="xs">
      {onAdd && (
        <Button leftSection={<Icon path={mdiPlus} size={18} />} variant="default" onClick={onAdd}>
          {t('addNode')}
        </Button>
      )}
      {buttons.map(({ label, icon, isOff, run, keys }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={label}
            aria-keyshortcuts={keys}
            disabled={isOff}
            onClick={run}
          >
            <Icon path={icon} />
          </ActionIcon>
        </Tooltip>
      ))}
      <SegmentedControl
        aria-label={t('view')}
        data={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        value={view}
        onChange={(next) => onView(next === 'list' ? 'list' : 'graph')}
      />
      <Button leftSection={<Icon path={mdiCogOutline} size={18} />} variant="default" onClick={onSettings}>
        {t('settings')}
      </Button>
      <div aria-live="polite">
        <StateBadge tone={count > 0 ? 'critical' : 'good'}>
          {count > 0 ? t('problemCount', { count }) : t('noProblems')}
        </StateBadge>
      </div>
    </Group>
  );
});
