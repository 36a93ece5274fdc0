import { createPlantroom, type Tokens } from '../../../../clients/typescript/src/index.js';
import { browserTokens } from './browser-tokens';

export {
  ApiError,
  type components,
  type EventNamed,
  type Page,
  type PlantEvent,
  type StreamState,
  type User,
  unwrap,
} from '../../../../clients/typescript/src/index.js';

let sessionEnded = (): void => {};

/** Sets what happens when the API has ended the session, or another tab has. */
export function onSessionEnded(handler: () => void): void {
  sessionEnded = handler;
}

/** The tokens of the signed-in user. */
export const tokens = browserTokens(() => sessionEnded());

/** The typed client, the only way from the console to the API. */
export const plantroom = createPlantroom({
  baseUrl: location.origin,
  tokens,
  onSignedOut: () => sessionEnded(),
});

/** Begins the session of an answer to a sign-in. */
export async function beginSession({ accessToken, refreshToken }: Tokens): Promise<void> {
  await tokens.write({ accessToken, refreshToken });
}
