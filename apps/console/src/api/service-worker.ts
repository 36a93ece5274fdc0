const WORKER = '/assets/service-worker-1.js';
const ASSETS = `${location.origin}/assets/`;
/** The first requests of a visit are more urgent. */
const AFTER_MS = 3000;

/** False where the browser has no service workers, for example without HTTPS. */
export const hasWorkers = 'serviceWorker' in navigator;

/** Registers the service worker of this build. @returns resolves once the worker is active */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  // The name of the first script changes with each build.
  const build = document.querySelector<HTMLScriptElement>('script[type=module]')?.src.split('/').at(-1) ?? '';
  const registration = await navigator.serviceWorker.register(`${WORKER}?${build}`, { scope: '/' });
  await activated(registration);
  return registration;
}

let isKept = false;

/** Lets a reload without a network show the console: the service worker keeps its page and the files of this visit. */
export function keepForOffline(): void {
  if (isKept || !hasWorkers) return;
  isKept = true;
  // Browsers refuse the worker if they do not trust the certificate of the server.
  setTimeout(() => void keepFiles().catch(() => (isKept = false)), AFTER_MS);
}

async function keepFiles(): Promise<void> {
  const registration = await registerWorker();
  const observer = new PerformanceObserver((loaded) => {
    const files = loaded.getEntries().map(({ name }) => name);
    const assets = files.filter((name) => name.startsWith(ASSETS));
    // The browser has the files in its own cache, so they are not transferred again.
    if (assets.length > 0) registration.active?.postMessage(assets);
  });
  observer.observe({ type: 'resource', buffered: true });
}

function activated({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (!worker) return Promise.resolve();
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state !== 'redundant') return;
      // The worker of the build before can take messages, too.
      if (active) resolve();
      else reject(new Error('The browser has not accepted the service worker.'));
    });
  });
}
