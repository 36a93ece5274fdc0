import { queryOptions, useQuery } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from '../../api/plantroom';
import { usePreferences } from '../../app/preferences/preferences';

export type Plan = components['schemas']['ReportPlanDto'];
export type PlanInput = components['schemas']['ReportPlanInputDto'];
export type Run = components['schemas']['ReportRunDto'];
export type RunStatus = Run['status'];
export type Recipient = Run['recipients'][number];
export type Template = components['schemas']['ReportTemplateDto'];
export type TemplateInput = components['schemas']['ReportTemplateInputDto'];
export type Section = components['schemas']['ReportSectionDto'];
export type PreviewInput = components['schemas']['ReportPreviewInputDto'];

/** Prefix of the keys of all plan and run queries. */
export const PLANS = ['/api/reports'] as const;
export const TEMPLATES = ['/api/reports/templates'] as const;
/** The largest page. A building has a few plans and templates. */
const ALL = { limit: 200 };
const SHOWN_RUNS = { limit: 20 };

const WORKING = new Set<RunStatus | null>(['queued', 'running', 'sending']);
export const isWorking = (status: RunStatus | null): boolean => WORKING.has(status);

export const plansQuery = queryOptions({
  queryKey: PLANS,
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/reports', { params: { query: ALL }, signal })),
});

/** Reads the templates. Shipped ones are in the language of the reader. */
export function useTemplates() {
  const { language } = usePreferences();
  return useQuery({
    queryKey: [...TEMPLATES, language],
    queryFn: async ({ signal }) => {
      const params = { query: { ...ALL, language } };
      return (await unwrap(plantroom.api.GET('/api/reports/templates', { params, signal }))).templates;
    },
  });
}

export const runsQuery = (id: number) =>
  queryOptions({
    queryKey: [...PLANS, id, 'runs'],
    queryFn: ({ signal }): Promise<Run[]> =>
      unwrap(
        plantroom.api.GET('/api/reports/{id}/runs', {
          params: { path: { id }, query: SHOWN_RUNS },
          signal,
        }),
      ),
  });

const withId = (id: number) => ({ params: { path: { id } } });

export const createPlan = (body: PlanInput): Promise<Plan> =>
  unwrap(plantroom.api.POST('/api/reports', { body }));

export const changePlan = (id: number, body: Partial<PlanInput>): Promise<Plan> =>
  unwrap(plantroom.api.PUT('/api/reports/{id}', { ...withId(id), body }));

export const deletePlan = (id: number) => unwrap(plantroom.api.DELETE('/api/reports/{id}', withId(id)));

export const runPlan = (id: number) =>
  unwrap(plantroom.api.POST('/api/reports/{id}/run', { params: { path: { id }, header: {} } }));

export const createTemplate = (body: TemplateInput): Promise<Template> =>
  unwrap(plantroom.api.POST('/api/reports/templates', { body }));

export const previewReport = (body: PreviewInput): Promise<Blob> =>
  unwrap(plantroom.api.POST('/api/reports/preview', { body, parseAs: 'blob' }));
