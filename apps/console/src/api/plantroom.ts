import { createPlantroom, type Tokens } from '../../../../clients/typescript/src/index.js';
import { browserTokens } from './browser-tokens';
import { reach } from './unreachable';

export {
  ApiError,
  type components,
  type EventNamed,
  type Failure,
  type Page,
  type PlantEvent,
  type StreamState,
  type User,
  unwrap,
  unwrapPage,
} from '../../../../clients/typescript/src/index.js';

let sessionEnded = (): void => {};

/** Sets the function that is called when the API or another tab has ended the session. */
export function onSessionEnded(handler: () => void): void {
  sessionEnded = handler;
}

/** The tokens of the signed-in user. */
export const tokens = browserTokens(() => sessionEnded());

/** The typed client. The console calls the API only through it. */
export const plantroom = createPlantroom({
  baseUrl: location.origin,
  fetch: reach,
  tokens,
  onSignedOut: () => sessionEnded(),
});

/** Begins a session with the tokens that a sign-in has returned. */
export async function beginSession({ accessToken, refreshToken }: Tokens): Promise<void> {
  await tokens.write({ accessToken, refreshToken });
}
