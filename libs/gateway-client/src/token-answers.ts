import { objectOf, shapeOf } from './answer-shape';

export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  /** Seconds until the access token expires. */
  expiresIn: number;
}

/**
 * A token must be visible ASCII without blanks. Other characters cannot be sent in a header, and the resulting error
 * would quote the token.
 */
const token = { type: 'string', pattern: '^[\\x21-\\x7e]{1,16384}$' };
const TEN_YEARS_SECONDS = 315_360_000;

const checkTokens = shapeOf<IssuedTokens>(
  objectOf({
    accessToken: token,
    refreshToken: token,
    expiresIn: { type: 'number', exclusiveMinimum: 0, maximum: TEN_YEARS_SECONDS },
  }),
);

export function readTokens(body: unknown): IssuedTokens {
  const { accessToken, refreshToken, expiresIn } = checkTokens(body);
  return { accessToken, refreshToken, expiresIn };
}
