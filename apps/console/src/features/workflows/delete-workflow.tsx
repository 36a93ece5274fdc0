import { useNavigate } from '@tanstack/react-router';
import { DeleteButton } from '../../ui/delete-button';
import { deleteWorkflow, type WorkflowSummary, WORKFLOW_LISTS } from './workflows.queries';
import { useWorkflowTexts } from './workflows.texts';

/** Deletes a workflow with its executions. */
export function DeleteWorkflow({ workflow: { id, name } }: { workflow: WorkflowSummary }) {
  const t = useWorkflowTexts();
  const navigate = useNavigate();
  const remove = async () => {
    await deleteWorkflow(id);
    await navigate({ to: '/workflows', search: {} });
  };
  return (
    <DeleteButton hasIcon title={t('deleteTitle', { name })} remove={remove} changes={[WORKFLOW_LISTS]}>
      {t('deleteHint')}
    </DeleteButton>
  );
}
