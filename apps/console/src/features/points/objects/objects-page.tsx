import { Anchor, Group } from '@mantine/core';
import { mdiShapeOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CodeText } from '../../../ui/code-text';
import { modelChoicesQuery } from '../../../api/models';
import type { BuildingObject } from '../../../api/objects';
import type { Column } from '../../../ui/data-table';
import { CreateButton } from '../../../ui/form-button';
import { PageHeader } from '../../../ui/page-header';
import { PagedTable } from '../../../ui/paged-table';
import { Panel } from '../../../ui/panel';
import { SearchField } from '../../../ui/search-field';
import { ModelSelect } from './model-select';
import { ObjectDetails } from './object-details';
import { NewObject } from './object-form';
import type { ObjectSearch } from './object-search';
import { OBJECTS_PER_PAGE, objectsQuery } from './objects.queries';
import { useObjectTexts } from './objects.texts';

const route = getRouteApi('/shell/points/objects');

/** The objects to which points belong. Engineers add, change and delete them. */
export function ObjectsPage() {
  const t = useObjectTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useColumns();
  const stay = (changes: ObjectSearch, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace, resetScroll: false });
  const show = (changes: ObjectSearch, replace = false) => stay({ page: undefined, ...changes }, replace);
  const isFiltered = Boolean(search.text ?? search.model);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <CreateButton title={t('add')}>
            {(close) => <NewObject modelId={search.model} onClose={close} />}
          </CreateButton>
        }
      />
      <Panel>
        <Group gap="sm" mb="md">
          <SearchField
            label={t('search')}
            text={search.text ?? ''}
            maxLength={255}
            onChange={(text) => show({ text: text || undefined }, true)}
          />
          <ModelSelect
            aria-label={t('model')}
            placeholder={t('everyModel')}
            value={search.model}
            onChange={(model) => show({ model: model ?? undefined })}
          />
        </Group>
        <PagedTable
          label={t('title')}
          query={useQuery(objectsQuery(search))}
          page={search.page}
          limit={OBJECTS_PER_PAGE}
          none={t(isFiltered ? 'noneFound' : 'none')}
          icon={mdiShapeOutline}
          columns={columns}
          onOpen={({ id }) => stay({ object: id })}
          onPage={(page) => show({ page })}
        />
      </Panel>
      <ObjectDetails id={search.object} onClose={() => stay({ object: undefined })} />
    </>
  );
}

function useColumns(): Column<BuildingObject>[] {
  const t = useObjectTexts();
  const { data: models } = useQuery(modelChoicesQuery);
  return [
    { key: 'name', title: t('name'), render: ({ name }) => name },
    {
      key: 'code',
      title: t('code'),
      render: ({ code }) => <CodeText>{code}</CodeText>,
    },
    {
      key: 'model',
      title: t('model'),
      render: ({ modelId }) => models?.find(({ id }) => id === modelId)?.name ?? '–',
    },
    { key: 'node', title: t('nodeName'), render: ({ nodeName }) => nodeName ?? '–' },
    {
      key: 'points',
      title: t('points'),
      render: ({ id, name }) => (
        <Anchor
          inherit
          pos="relative"
          // In front of the surface of the row that opens the object.
          style={{ zIndex: 1 }}
          aria-label={t('pointsOf', { name })}
          renderRoot={(props) => <Link to="/points" search={{ object: id }} {...props} />}
        >
          {t('points')}
        </Anchor>
      ),
    },
  ];
}
