import { Switch } from '@mantine/core';
import { useHasRole } from '../../api/account';
import { StateBadge } from '../../ui/badge';
import { useAction } from '../../ui/use-action';
import { toggleWorkflow, type WorkflowSummary, WORKFLOWS } from './workflows.queries';
import { useWorkflowTexts } from './workflows.texts';

/** Whether triggers start the workflow. An engineer can change it, unless it is a draft. */
export function EnabledSwitch({ workflow }: { workflow: WorkflowSummary }) {
  const t = useWorkflowTexts();
  const isEngineer = useHasRole('engineer');
  const { name, enabled, problems } = workflow;
  const toggle = useAction((wanted: boolean) => toggleWorkflow(workflow, wanted), { changes: [WORKFLOWS] });
  if (problems.length > 0) return <StateBadge tone="caution">{t('draft')}</StateBadge>;
  if (!isEngineer) {
    return <StateBadge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'enabled' : 'disabled')}</StateBadge>;
  }
  return (
    <Switch
      aria-label={t('enable', { name })}
      checked={toggle.isPending ? toggle.variables : enabled}
      disabled={toggle.isPending}
      onChange={({ currentTarget }) => toggle.mutate(currentTarget.checked)}
    />
  );
}
