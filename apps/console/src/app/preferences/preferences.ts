import { useSyncExternalStore } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { hasTokens } from '../../api/browser-tokens';
import { plantroom, unwrap } from '../../api/plantroom';
import { browserLanguage, type Language } from '../../i18n/language';
import {
  mergePreferences,
  type OnDevice,
  type Preferences,
  readOnDevice,
  withoutSaved,
  writeOnDevice,
} from './preference-layers';

const KEY = 'plantroom.preferences';
let onDevice = readOnDevice(localStorage.getItem(KEY));
const watchers = new Set<() => void>();

function saveOnDevice(changes: Partial<OnDevice>): void {
  onDevice = { ...onDevice, ...changes };
  localStorage.setItem(KEY, writeOnDevice(onDevice));
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Reads the preferences of the account once in a session, and keeps them on this device. */
const accountQuery = queryOptions({
  queryKey: ['/api/auth/me/state'],
  queryFn: async ({ signal }) => {
    const account = await unwrap(plantroom.api.GET('/api/auth/me/state', { signal }));
    saveOnDevice({ account });
    return account;
  },
  staleTime: Infinity,
});

const useOnDevice = (): OnDevice => useSyncExternalStore(watch, () => onDevice);

/** Returns the preferences that apply: those of the account, overridden by those of this device. */
export function usePreferences(): Preferences {
  const kept = useOnDevice();
  useQuery({ ...accountQuery, enabled: hasTokens() });
  return mergePreferences(browserLanguage(), kept);
}

/** Returns the language that the user has chosen; undefined if only the browser determines it. */
export function useChosenLanguage(): Language | undefined {
  const { account, overrides } = useOnDevice();
  return overrides.language ?? account.language;
}

/** Returns the preferences that apply on this device only. */
export const useOverrides = (): Partial<Preferences> => useOnDevice().overrides;

/** Changes preferences on this device only. */
export function overridePreferences(changes: Partial<Preferences>): void {
  saveOnDevice({ overrides: { ...onDevice.overrides, ...changes } });
}

/** Removes all overrides, so that the preferences of the account apply. */
export const removeOverrides = (): void => saveOnDevice({ overrides: {} });

/**
 * Changes preferences at once. Saves them in the account if a user is signed in, otherwise on this device.
 * @throws ApiError if they are not saved in the account; they still apply on this device
 */
export async function changePreferences(changes: Partial<Preferences>): Promise<void> {
  overridePreferences(changes);
  if (!hasTokens()) return;
  await unwrap(plantroom.api.PUT('/api/settings', { body: changes }));
  saveOnDevice({
    account: { ...onDevice.account, ...changes },
    overrides: withoutSaved(onDevice.overrides, changes),
  });
}
