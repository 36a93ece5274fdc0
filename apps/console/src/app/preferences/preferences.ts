import { useEffect, useSyncExternalStore } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { hasTokens } from '../../api/browser-tokens';
import { type components, plantroom, unwrap } from '../../api/plantroom';
import { queryClient } from '../../api/query-client';
import { browserLanguage } from '../../i18n/language';

export type Preferences = components['schemas']['PreferencesDto'];

const DEFAULTS: Preferences = {
  theme: 'system',
  language: 'zh-CN',
  density: 'comfortable',
  fontSize: 'normal',
  desktopNotification: false,
  alertSound: false,
  showBreadcrumb: true,
  sidebarCollapsed: false,
};

/** The preferences that the user has stored, without defaults. */
const storedQuery = queryOptions({
  queryKey: ['/api/auth/me/state'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/auth/me/state', { signal })),
  staleTime: Infinity,
});

/** The last preferences on this device. They apply on the sign-in page, and until the stored ones have arrived. */
const LOCAL_KEY = 'plantroom.preferences';
let local = JSON.parse(localStorage.getItem(LOCAL_KEY) ?? '{}') as Partial<Preferences>;
const watchers = new Set<() => void>();

function saveLocal(changes: Partial<Preferences>): void {
  local = { ...local, ...changes };
  localStorage.setItem(LOCAL_KEY, JSON.stringify(local));
  for (const watcher of watchers) watcher();
}

function watchLocal(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * Returns the preferences. The preferences that the API has stored take precedence over those of this device, over the
 * language of the browser, and over the defaults, in this order.
 */
export function usePreferences(): Preferences {
  const onDevice = useSyncExternalStore(watchLocal, () => local);
  const { data: stored } = useQuery({ ...storedQuery, enabled: hasTokens() });
  useEffect(() => {
    if (stored) saveLocal(stored);
  }, [stored]);
  return { ...DEFAULTS, language: browserLanguage() ?? DEFAULTS.language, ...onDevice, ...stored };
}

/**
 * Changes preferences at once, and stores them if a user is signed in.
 * @throws ApiError if they are not stored; they stay changed on this device
 */
export async function changePreferences(changes: Partial<Preferences>): Promise<void> {
  saveLocal(changes);
  if (!hasTokens()) return;
  queryClient.setQueryData(storedQuery.queryKey, (stored) => ({ ...stored, ...changes }));
  await unwrap(plantroom.api.PUT('/api/settings', { body: changes }));
}
