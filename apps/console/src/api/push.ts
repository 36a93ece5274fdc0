import { queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from './plantroom';
import { hasWorkers, registerWorker } from './service-worker';

type PushDevice = components['schemas']['PushDeviceDto'];

const PUSH = ['/api/push'] as const;

/** False where the browser offers no push messages, for example without HTTPS. */
export const canPush = hasWorkers && 'PushManager' in globalThis;

/** The device that this browser is; null if push messages are off. */
export const thisDeviceQuery = queryOptions({
  queryKey: PUSH,
  queryFn: async ({ signal }) => {
    const own = await subscription();
    return own && deviceOf(own, signal);
  },
  enabled: canPush,
});

/** Switches push messages on for this browser and the signed-in user. */
export async function switchPushOn(): Promise<void> {
  const { publicKey } = await unwrap(plantroom.api.GET('/api/push'));
  const registration = await registerWorker();
  // The browser may be subscribed for another user, or with the key of another installation.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const { endpoint, keys } = (
    await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  ).toJSON();
  const body = {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  };
  await unwrap(plantroom.api.PUT('/api/push/devices', { body }));
}

/** Switches push messages off for this browser. */
export async function switchPushOff(): Promise<void> {
  if (!canPush) return;
  const own = await subscription();
  if (!own) return;
  const device = await deviceOf(own);
  if (device)
    await unwrap(plantroom.api.DELETE('/api/push/devices/{id}', { params: { path: { id: device.id } } }));
  await own.unsubscribe();
}

async function deviceOf({ endpoint }: PushSubscription, signal?: AbortSignal): Promise<PushDevice | null> {
  const { devices } = await unwrap(plantroom.api.GET('/api/push', { signal }));
  return devices.find((device) => device.endpoint === endpoint) ?? null;
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}
