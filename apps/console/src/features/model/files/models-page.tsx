import { Box, Button } from '@mantine/core';
import { mdiCubeOutline, mdiUpload } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { sceneQuery } from '../../../api/scene';
import { useHasRole } from '../../../api/account';
import { useFormat } from '../../../format/use-format';
import { StateBadge } from '../../../ui/badge';
import type { Column } from '../../../ui/data-table';
import { Icon } from '../../../ui/icon';
import { PageHeader } from '../../../ui/page-header';
import { PagedTable } from '../../../ui/paged-table';
import { Panel } from '../../../ui/panel';
import { SearchField } from '../../../ui/search-field';
import { isDrawnFormat } from './drawable';
import { ModelDrawer } from './model-drawer';
import type { ModelsSearch } from './models-search';
import { type Model, MODELS_PER_PAGE, modelsQuery } from './models.queries';
import { useModelsTexts } from './models.texts';
import { NewModel } from './new-model';

const route = getRouteApi('/shell/model/files');

/** The models with their files. Engineers upload, change, replace and delete them. */
export function ModelsPage() {
  const t = useModelsTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isEngineer = useHasRole('engineer');
  const columns = useColumns();
  const models = useQuery(modelsQuery(search));
  const show = (changes: Partial<ModelsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), resetScroll: false });
  const opened = isEngineer ? models.data?.items.find(({ id }) => id === search.model) : undefined;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          isEngineer && (
            <Button leftSection={<Icon path={mdiUpload} />} onClick={() => show({ upload: true })}>
              {t('upload')}
            </Button>
          )
        }
      />
      <Panel>
        <Box mb="md">
          <SearchField
            label={t('search')}
            text={search.search ?? ''}
            maxLength={254}
            onChange={(text) => show({ search: text || undefined, page: undefined })}
          />
        </Box>
        <PagedTable
          label={t('title')}
          query={models}
          page={search.page}
          limit={MODELS_PER_PAGE}
          none={t(search.search ? 'noneFound' : 'none')}
          icon={mdiCubeOutline}
          columns={columns}
          onOpen={isEngineer ? ({ id }) => show({ model: id }) : undefined}
          onPage={(page) => show({ page })}
        />
      </Panel>
      {isEngineer && search.upload && <NewModel onClose={() => show({ upload: undefined })} />}
      {opened && <ModelDrawer key={opened.id} model={opened} onClose={() => show({ model: undefined })} />}
    </>
  );
}

function useColumns(): Column<Model>[] {
  const t = useModelsTexts();
  const { fileSize, dateTime } = useFormat();
  const { data: scene } = useQuery(sceneQuery);
  return [
    { key: 'name', title: t('name'), render: ({ name }) => name },
    { key: 'version', title: t('version'), render: ({ version }) => version },
    { key: 'file', title: t('file'), render: ({ file }) => file.name },
    { key: 'size', title: t('size'), align: 'right', render: ({ file }) => fileSize(file.size) },
    { key: 'createdAt', title: t('createdAt'), render: ({ createdAt }) => dateTime(createdAt) },
    {
      key: 'view',
      title: t('view'),
      render: ({ id, file }) => {
        const isShown = id === scene?.modelId;
        if (isShown && isDrawnFormat(file.name)) return <StateBadge tone="info">{t('shown')}</StateBadge>;
        if (!isDrawnFormat(file.name)) return <StateBadge tone="caution">{t('notDrawn')}</StateBadge>;
        return '–';
      },
    },
  ];
}
