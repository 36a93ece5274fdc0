import { mdiAccountKeyOutline, mdiGoogle, mdiMicrosoft } from '@mdi/js';
import { Icon } from '../icon';

const ICONS: Partial<Record<string, string>> = { google: mdiGoogle, microsoft: mdiMicrosoft };

/** The sign of a sign-in provider. Its name stands beside it. */
export function ProviderIcon({ id }: { id: string }) {
  return <Icon path={ICONS[id] ?? mdiAccountKeyOutline} />;
}
