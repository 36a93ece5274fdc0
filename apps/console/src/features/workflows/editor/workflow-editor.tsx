import { useCallback, useMemo, useState } from 'react';
import { Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notice } from '../../../ui/notice';
import { SideDrawer } from '../../../ui/side-drawer';
import { useErrorText } from '../../../ui/use-error-text';
import type { Catalogue } from '../catalogue.queries';
import type { Workflow } from '../workflows.queries';
import type { Draft } from './draft';
import { DryRunState } from './dry-run';
import { EditorCanvas } from './editor-canvas';
import { EditorHeader } from './editor-header';
import classes from './editor.module.css';
import { EditorToolbar, type View } from './editor-toolbar';
import { useEditorTexts } from './editor.texts';
import type { GraphNode } from '../graph/definition';
import { NodePanel } from './node-panel';
import { problemsWithout } from './problems';
import { notesOf } from './notes';
import { OffNotice } from './off-notice';
import { Palette } from './palette';
import { SettingsPanel } from './settings-panel';
import { StoringDialogs } from './storing-dialogs';
import { useAddNode } from './use-add-node';
import { useCheck } from './use-check';
import { useEditor } from './use-editor';
import { useShortcuts } from './use-shortcuts';
import { useShownExecution } from './use-shown-execution';
import { useStoring } from './use-storing';

interface WorkflowEditorProps {
  catalogue: Catalogue;
  first: Draft;
  /** Null if the workflow is new. */
  workflow: Workflow | null;
  /** Trigger data for the first dry run. */
  sampleInput?: object;
  /** The dry run whose results the graph shows. */
  executionId?: string;
}

/** Edits a workflow: graph or list, palette, and a panel for the node or the workflow. */
export function WorkflowEditor({
  catalogue,
  first,
  workflow,
  sampleInput,
  executionId,
}: WorkflowEditorProps) {
  const t = useEditorTexts();
  const errorText = useErrorText();
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const editor = useEditor(first, workflow !== null);
  const { draft, canUndo, canRedo, undo, redo, changeGraph } = editor;
  const check = useCheck(draft, workflow?.id);
  const [selected, setSelected] = useState<string>();
  const [added, setAdded] = useState<GraphNode>();
  // An added node is incomplete. Its problems are shown once the user has changed it or goes on.
  const isUntouched = added !== undefined && added.id === selected && draft.graph.nodes.includes(added);
  const problems = useMemo(() => {
    const { nodes } = draft.graph;
    return isUntouched ? problemsWithout(check.problems, nodes.indexOf(added)) : check.problems;
  }, [check.problems, isUntouched, added, draft.graph]);
  const [drawer, setDrawer] = useState<'panel' | 'palette' | null>(null);
  const [view, setView] = useState<View>(isWide ? 'graph' : 'list');
  const select = useCallback((id: string | undefined) => {
    setSelected(id);
    setAdded(undefined);
    setDrawer(id === undefined ? null : 'panel');
  }, []);
  const openSettings = useCallback(() => {
    setSelected(undefined);
    setDrawer('panel');
  }, []);
  const storing = useStoring(editor, {
    catalogue,
    workflow,
    problems: check.problems,
    onNameMissing: openSettings,
  });
  const { execution, isDryRun } = useShownExecution(storing.stored?.id, executionId);
  const notes = useMemo(
    () => notesOf(draft.graph, problems, isDryRun ? execution : null),
    [draft.graph, problems, isDryRun, execution],
  );
  const addNode = useAddNode(editor, catalogue.nodes, {
    selected,
    onAdded: (created) => {
      select(created.id);
      setAdded(created);
    },
  });
  useShortcuts(editor, () => void storing.request());

  const node = draft.graph.nodes.find(({ id }) => id === selected);
  const shared = { editor, catalogue, problems, execution };
  const panel = node ? (
    <NodePanel key={node.id} {...shared} node={node} onSelect={select} />
  ) : (
    <SettingsPanel {...shared} />
  );
  const panelTitle = node ? t('nodeTitle', { name: node.name || node.id }) : t('settingsTitle');
  const palette = <Palette types={catalogue.nodes} onAdd={addNode} />;
  return (
    <Stack gap="sm">
      <EditorHeader editor={editor} storing={storing} problems={check.problems} />
      <EditorToolbar
        {...{ canUndo, canRedo, undo, redo, changeGraph }}
        types={catalogue.nodes}
        problems={check.problems}
        view={view}
        onView={setView}
        onSettings={openSettings}
        onAdd={isWide ? undefined : () => setDrawer('palette')}
      />
      {check.error && <Notice tone="caution">{t('checkFailed', { message: errorText(check.error) })}</Notice>}
      <OffNotice editor={editor} storing={storing} hasProblems={check.problems.problems.length > 0} />
      {isDryRun && execution && <DryRunState execution={execution} />}
      <div className={classes.layout} data-narrow={!isWide}>
        {isWide && <div className={classes.side}>{palette}</div>}
        <EditorCanvas
          editor={editor}
          types={catalogue.nodes}
          view={view}
          notes={notes}
          isReplay={isDryRun}
          selected={selected}
          onSelect={select}
          onAdd={addNode}
        />
        {isWide && (
          <section className={classes.side} aria-label={panelTitle}>
            {panel}
          </section>
        )}
      </div>
      <SideDrawer
        isOpen={drawer !== null && !isWide}
        title={drawer === 'palette' ? t('addNode') : panelTitle}
        size="min(100%, 440px)"
        onClose={() => {
          setDrawer(null);
          setAdded(undefined);
        }}
      >
        {drawer === 'palette' ? palette : panel}
      </SideDrawer>
      <StoringDialogs
        storing={storing}
        trigger={draft.trigger.type}
        known={execution?.triggerData ?? sampleInput}
      />
    </Stack>
  );
}
