import { useState } from 'react';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/plantroom';
import { useErrorText } from '../../../ui/use-error-text';
import {
  createWorkflow,
  updateWorkflow,
  type Workflow,
  workflowQuery,
  WORKFLOW_LISTS,
} from '../workflows.queries';
import { bodyOf, type Draft } from './draft';
import { useEditorTexts } from './editor.texts';
import type { Editor } from './use-editor';

export interface SaveOptions {
  /** Enables or disables the workflow with this save. A disabled one may have problems. */
  enabled?: boolean;
  /** Overwrites changes that somebody else has saved since the workflow was read. */
  overwrites?: boolean;
}

export interface Saving {
  stored: Workflow | null;
  /** Somebody else has saved the workflow since it was read. */
  isOutdated: boolean;
  dismissOutdated: () => void;
  isPending: boolean;
  /** @returns the stored workflow; undefined if it was not saved and a message or a dialog has said why */
  save: (options?: SaveOptions) => Promise<Workflow | undefined>;
  /** Marks this version of the workflow as the stored one. */
  adopt: (workflow: Workflow) => void;
}

/** Stores the draft. The API refuses it if somebody else has saved a newer revision, unless `overwrites` is set. */
export function useSave(editor: Editor, first: Workflow | null): Saving {
  const t = useEditorTexts();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [stored, setStored] = useState(first);
  /** The save that was refused because somebody else had saved the workflow. */
  const [refused, setRefused] = useState<SaveOptions | null>(null);
  const write = useMutation({
    mutationFn: ({ draft, overwrites }: { draft: Draft; overwrites: boolean }) => {
      const body = bodyOf(draft);
      if (!stored) return createWorkflow(body);
      return updateWorkflow(stored.id, overwrites ? body : { ...body, revision: stored.revision });
    },
  });
  const save = async ({ enabled = refused?.enabled, overwrites = false }: SaveOptions = {}) => {
    const edited = editor.draft;
    const draft = enabled === undefined ? edited : { ...edited, enabled };
    try {
      const workflow = await write.mutateAsync({ draft, overwrites });
      setStored(workflow);
      setRefused(null);
      editor.markSaved(draft, edited);
      queryClient.setQueryData(workflowQuery(workflow.id).queryKey, workflow);
      await queryClient.invalidateQueries({ queryKey: WORKFLOW_LISTS });
      notifications.show({ message: t('saveDone') });
      return workflow;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'outdated_revision') setRefused({ enabled });
      else notifications.show({ color: 'red', message: errorText(error), autoClose: 10_000 });
      return undefined;
    }
  };
  return {
    stored,
    isOutdated: refused !== null,
    dismissOutdated: () => setRefused(null),
    isPending: write.isPending,
    save,
    adopt: (workflow) => {
      setStored(workflow);
      setRefused(null);
    },
  };
}
