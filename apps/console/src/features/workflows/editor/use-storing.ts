import { useRef, useState } from 'react';
import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useUnsaved } from '../../../ui/unsaved';
import { useAction } from '../../../ui/use-action';
import type { Catalogue } from '../catalogue.queries';
import { executionsKey, startWorkflow, type Workflow, workflowQuery } from '../workflows.queries';
import { draftOf } from './draft';
import type { DryRunChoice } from './dry-run';
import type { Problems } from '../problems/use-shown-problems';
import type { Editor } from './use-editor';
import { type SaveOptions, type Saving, useSave } from './use-save';

const SECRET_MASK = '********';

interface StoringOptions {
  catalogue: Catalogue;
  /** The workflow that the page was opened with; null if it is new. */
  workflow: Workflow | null;
  problems: Problems;
  /** Called if the name is missing. */
  onNameMissing: () => void;
}

export interface Storing extends Saving {
  dialog: 'draft' | 'dryRun' | null;
  setDialog: (dialog: 'draft' | 'dryRun' | null) => void;
  /** A secret that is shown only once. */
  secret: string | null;
  closeSecret: () => void;
  request: (options?: SaveOptions) => Promise<void>;
  dryRun: UseMutationResult<unknown, Error, DryRunChoice>;
  reload: () => Promise<void>;
}

/** Saves and runs the draft, and asks the user if they must decide something first. */
export function useStoring(editor: Editor, options: StoringOptions): Storing {
  const { catalogue, workflow, problems, onNameMissing } = options;
  const queryClient = useQueryClient();
  const saving = useSave(editor, workflow);
  const [dialog, setDialog] = useState<Storing['dialog']>(null);
  const [created, setCreated] = useState<{ saved: Workflow; run?: string } | null>(null);
  const { open, isOpening } = useOpenStored();
  const isNew = workflow === null;
  // A new workflow that the user has not changed is left without a question.
  useUnsaved(() => !isOpening() && editor.isDirty && (!isNew || editor.canUndo));

  /** A secret is shown before anything else, because it is lost afterwards. */
  const show = async (saved: Workflow, run?: string) => {
    const hasSecret = saved.trigger.type === 'webhook' && saved.webhookSecret !== SECRET_MASK;
    if (hasSecret) setCreated({ saved, run });
    else if (isNew || run) await open(saved, run);
  };
  const request = async (wanted?: SaveOptions) => {
    if (editor.draft.name.trim() === '') return onNameMissing();
    const isEnabled = wanted?.enabled ?? editor.draft.enabled;
    if (isEnabled && problems.problems.length > 0) return setDialog('draft');
    const saved = await saving.save(wanted);
    setDialog(null);
    if (saved) await show(saved);
  };
  const dryRun = useAction(
    async (choice: DryRunChoice) => {
      const saved = editor.isDirty || !saving.stored ? await saving.save() : saving.stored;
      setDialog(null);
      if (saved) await show(saved, await startWorkflow(saved.id, { ...choice, dryRun: true }));
    },
    { changes: saving.stored ? [executionsKey(saving.stored.id)] : [] },
  );
  const reload = async () => {
    if (!saving.stored) return;
    const current = await queryClient.fetchQuery({ ...workflowQuery(saving.stored.id), staleTime: 0 });
    editor.replace(draftOf(current, catalogue.nodes));
    saving.adopt(current);
  };
  return {
    ...saving,
    dialog,
    setDialog,
    secret: created?.saved.webhookSecret ?? null,
    closeSecret: () => {
      setCreated(null);
      if (created && (isNew || created.run)) void open(created.saved, created.run);
    },
    request,
    dryRun,
    reload,
  };
}

/** Shows a stored workflow in the editor, with the results of a dry run. */
function useOpenStored() {
  const navigate = useNavigate();
  const opening = useRef(false);
  const open = async ({ id }: Workflow, execution?: string) => {
    opening.current = true;
    await navigate({
      to: '/workflows/$workflowId/edit',
      params: { workflowId: id },
      search: execution ? { execution } : {},
      replace: true,
    });
    opening.current = false;
  };
  return { open, isOpening: () => opening.current };
}
