import { Group, SimpleGrid, Stack } from '@mantine/core';
import { mdiLightbulbOffOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { refetchSoon, useStream } from '../../api/use-stream';
import { PageHeader } from '../../ui/page-header';
import { Paging } from '../../ui/paging';
import { QueryState } from '../../ui/query-state';
import { SearchField } from '../../ui/search-field';
import { SetUpButton } from '../../ui/set-up-button';
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
                <Group>
                  <SearchField
                    label={t('search')}
                    maxLength={255}
                    text={search}
                    onChange={(text) =>
                      void navigate({ search: { label: text || undefined }, replace: true })
                    }
                  />
                </Group>
              )}
              {found.length === 0 && (
                <EmptyState
                  title={t(lit.length === 0 ? 'none' : 'noneFound')}
                  icon={mdiLightbulbOffOutline}
                  action={lit.length === 0 && <SetUpButton to="/model/setup" title={t('setUp')} />}
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
                  onChange={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
                />
              )}
            </Stack>
          );
        }}
      </QueryState>
    </>
  );
}
