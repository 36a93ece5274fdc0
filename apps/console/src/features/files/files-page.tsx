import { useState } from 'react';
import { Button, SegmentedControl } from '@mantine/core';
import { mdiPlus } from '@mdi/js';
import { getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { ExportForm } from './export-form';
import { FileFilters } from './file-filters';
import { FileList } from './file-list';
import { type FileSearch, VIEWS } from './file-search';
import { useFileTexts } from './files.texts';
import { StartedExports } from './started-exports-panel';
import { UploadButton } from './upload-button';

const route = getRouteApi('/shell/files');

/** All files, and the exports with their progress. */
export function FilesPage() {
  const t = useFileTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isOperator = useHasRole('operator');
  const [isExporting, setIsExporting] = useState(false);
  const { view = 'files' } = search;
  const show = (changes: FileSearch) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...changes }),
      replace: 'search' in changes,
    });
  const newExport = (
    <Button leftSection={<Icon path={mdiPlus} />} onClick={() => setIsExporting(true)}>
      {t('newExport')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={isOperator && (view === 'files' ? <UploadButton /> : newExport)}
      />
      <SegmentedControl
        mb="md"
        aria-label={t('view')}
        data={VIEWS.map((value) => ({ value, label: t(value) }))}
        value={view}
        onChange={(value) => void navigate({ search: { view: VIEWS.find((known) => known === value) } })}
      />
      {view === 'files' ? (
        <FileList
          search={search}
          none={t(search.search || search.category ? 'noneFound' : 'none')}
          onPage={(page) => show({ page })}
        >
          <FileFilters search={search} onChange={show} />
        </FileList>
      ) : (
        <>
          <StartedExports />
          <FileList
            title={t('finished')}
            search={{ category: 'export', page: search.page }}
            none={t('noExports')}
            onPage={(page) => show({ page })}
          />
        </>
      )}
      {isExporting && <ExportForm onClose={() => setIsExporting(false)} />}
    </>
  );
}
