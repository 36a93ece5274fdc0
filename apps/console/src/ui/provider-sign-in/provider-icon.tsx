import { mdiAccountKeyOutline, mdiGoogle, mdiMicrosoft } from '@mdi/js';
import { Icon } from '../icon';

const ICONS: Partial<Record<string, string>> = { google: mdiGoogle, microsoft: mdiMicrosoft };

/** The logo of a sign-in provider. The caller shows the name next to it. */
export function ProviderIcon({ id }: { id: string }) {
  return <Icon path={ICONS[id] ?? mdiAccountKeyOutline} />;
}
