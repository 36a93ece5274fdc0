export interface Credentials {
  username: string;
  password: string;
}

export const ADMIN: Credentials = { username: 'admin', password: 'a seeded password' };

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Signs in by the API. */
export async function tokensOf(address: string, user: Credentials): Promise<Tokens> {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  });
  if (!response.ok) throw new Error(`${user.username} cannot sign in: ${await response.text()}`);
  const { accessToken, refreshToken } = (await response.json()) as Tokens;
  return { accessToken, refreshToken };
}
