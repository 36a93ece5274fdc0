import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../../api/account';
import { i18next } from '../../../i18n/language';
import { Notice } from '../../../ui/notice';
import { PageHeader } from '../../../ui/page-header';
import { QueryState } from '../../../ui/query-state';
import { type Catalogue, catalogueQuery } from '../catalogue.queries';
import { type Workflow, workflowQuery } from '../workflows.queries';
import type { Recipe } from '../templates/recipes';
import { useRecipeText } from '../templates/recipes.texts';
import { RECIPES, TemplateList } from '../templates/template-list';
import { useWorkflowTexts } from '../workflows.texts';
import { type Draft, draftOf, emptyDraft } from './draft';
import { useEditorTexts } from './editor.texts';
import { WorkflowEditor } from './workflow-editor';

const editRoute = getRouteApi('/shell/workflows/$workflowId/edit');
const newRoute = getRouteApi('/shell/workflows/new');
/** The value of `from` in the address for a workflow without a recipe. */
const EMPTY = 'empty';

/** The editor of a stored workflow. */
export function EditWorkflowPage() {
  const { workflowId } = editRoute.useParams();
  const { execution } = editRoute.useSearch();
  const workflow = useQuery(workflowQuery(workflowId));
  const catalogue = useQuery(catalogueQuery);
  if (!useHasRole('engineer')) return <NotAllowed />;
  return (
    <QueryState query={workflow} height={600}>
      {(stored) => (
        <QueryState query={catalogue} height={600}>
          {(found) => <Stored key={workflowId} workflow={stored} catalogue={found} executionId={execution} />}
        </QueryState>
      )}
    </QueryState>
  );
}

function NotAllowed() {
  const t = useEditorTexts();
  return (
    <>
      <PageHeader title={useWorkflowTexts()('title')} />
      <Notice tone="caution">{t('notAllowed')}</Notice>
    </>
  );
}

interface StoredProps {
  workflow: Workflow;
  catalogue: Catalogue;
  executionId: string | undefined;
}

function Stored({ workflow, catalogue, executionId }: StoredProps) {
  // A later version of the workflow does not replace the one that is being edited.
  const [{ first, stored }] = useState(() => ({
    first: draftOf(workflow, catalogue.nodes),
    stored: workflow,
  }));
  return <WorkflowEditor catalogue={catalogue} first={first} workflow={stored} executionId={executionId} />;
}

/** A new workflow: the recipes to start from, and then the editor. */
export function NewWorkflowPage() {
  const recipeText = useRecipeText();
  const catalogue = useQuery(catalogueQuery);
  const { from } = newRoute.useSearch();
  const navigate = newRoute.useNavigate();
  const recipe = RECIPES.find(({ id }) => id === from);
  if (!useHasRole('engineer')) return <NotAllowed />;
  if (from === undefined) {
    return <TemplateList onChoose={(chosen) => void navigate({ search: { from: chosen?.id ?? EMPTY } })} />;
  }
  return (
    <QueryState query={catalogue} height={600}>
      {(found) => (
        <WorkflowEditor
          key={from}
          catalogue={found}
          first={recipe ? fromRecipe(recipe, recipeText.title(recipe.title), found) : emptyDraft('')}
          workflow={null}
          sampleInput={recipe?.input}
        />
      )}
    </QueryState>
  );
}

/** A workflow from a recipe is not enabled before its author has adapted it. */
function fromRecipe({ workflow }: Recipe, title: string, { nodes }: Catalogue): Draft {
  const name = i18next.language.startsWith('zh') ? title : workflow.name;
  return { ...draftOf(workflow, nodes), name, enabled: false };
}
