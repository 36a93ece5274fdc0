import { PageHeader } from '../../ui/page-header';
import { useOverviewTexts } from './overview.texts';

export function OverviewPage() {
  const t = useOverviewTexts();
  return <PageHeader title={t('title')} />;
}
