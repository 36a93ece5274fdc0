import { ApiError, type components, plantroom, unwrap } from '../../api/plantroom';

type Schemas = components['schemas'];
export type UnlinkedOutcome = Schemas['UnlinkedDto'];
/** A session, or an identity at the provider that is not linked to an account yet. */
export type ProviderOutcome = Schemas['LinkedDto'] | UnlinkedOutcome;

/** Thrown if the browser blocks the window of the provider. */
export class WindowBlocked extends Error {}

const WINDOW = 'popup,width=520,height=680';

/**
 * Opens a window in which a person signs in at a provider. The promise stays pending if the person closes the window.
 * @param signal stops waiting for the window
 * @throws ApiError; WindowBlocked
 */
export async function signInAtProvider(provider: string, signal: AbortSignal): Promise<ProviderOutcome> {
  // Browsers open a window only directly after a click, so its address is set later.
  const opened = open('', 'plantroom-sign-in', WINDOW);
  if (!opened) throw new WindowBlocked();
  try {
    const params = { path: { provider } };
    const { url } = await unwrap(plantroom.api.GET('/api/auth/oauth/{provider}/authorize', { params }));
    opened.location.href = url;
  } catch (error) {
    opened.close();
    throw error;
  }
  return outcomeFrom(opened, signal);
}

/** The last page in the window posts the answer of the API, and closes the window. */
function outcomeFrom(opened: Window, signal: AbortSignal): Promise<ProviderOutcome> {
  return new Promise((resolve, reject) => {
    const receive = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== opened) return;
      removeEventListener('message', receive);
      const answer = Object(data) as Partial<ProviderOutcome>;
      if (answer.status) resolve(answer as ProviderOutcome);
      else reject(new ApiError(new Response(null, { status: 400 }), data));
    };
    addEventListener('message', receive, { signal });
  });
}
