import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { mdiLightbulbOffOutline, mdiMagnify } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { refetchSoon, useStream } from '../../api/use-stream';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { Paging } from '../../ui/paging';
import { QueryState } from '../../ui/query-state';
import { EmptyState } from '../../ui/states';
import { LabelCard } from './label-card';
import { labelsQuery, LIGHTING } from './lighting.queries';
import { useLightingTexts } from './lighting.texts';

const route = getRouteApi('/shell/lighting');
/** The number is small because the state of each shown label is a separate request. */
const PER_PAGE = 12;

/** The lights by label. Their states follow the event stream. */
export function LightingPage() {
  const t = useLightingTexts();
  const { label: search = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  useStream({ lighting_update: ({ labelId }) => refetchSoon([...LIGHTING, labelId]) });
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <QueryState query={useQuery(labelsQuery)} height={420}>
        {(labels) => {
          const lit = labels.filter(({ devices }) => devices.length > 0);
          const found = lit.filter(({ text }) => text.toLowerCase().includes(search.toLowerCase()));
          return (
            <Stack gap="md">
              {lit.length > PER_PAGE && (
                <TextInput
                  maw={360}
                  aria-label={t('search')}
                  placeholder={t('search')}
                  leftSection={<Icon path={mdiMagnify} />}
                  value={search}
                  onChange={({ currentTarget }) =>
                    void navigate({ search: { label: currentTarget.value || undefined }, replace: true })
                  }
                />
              )}
              {found.length === 0 && (
                <EmptyState
                  title={t(lit.length === 0 ? 'none' : 'noneFound')}
                  icon={mdiLightbulbOffOutline}
                />
              )}
              <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="md">
                {found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((label) => (
                  <LabelCard key={label.id} label={label} />
                ))}
              </SimpleGrid>
              {found.length > PER_PAGE && (
                <Paging
                  page={page}
                  limit={PER_PAGE}
                  total={found.length}
                  totalIsExact
                  onChange={(next) => void navigate({ search: { label: search || undefined, page: next } })}
                />
              )}
            </Stack>
          );
        }}
      </QueryState>
    </>
  );
}
