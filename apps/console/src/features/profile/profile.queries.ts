import { beginSession, type components, type User, plantroom, unwrap } from '../../api/plantroom';

const withId = (id: number) => ({ params: { path: { id } } });

export const changeProfile = (id: number, body: { username: string; email: string }): Promise<User> =>
  unwrap(plantroom.api.PUT('/api/users/{id}', { ...withId(id), body }));

export const uploadAvatar = (id: number, file: File): Promise<User> =>
  unwrap(plantroom.api.POST('/api/users/{id}/avatar', { ...withId(id), body: { file } }));

export const deleteAvatar = (id: number) =>
  unwrap(plantroom.api.DELETE('/api/users/{id}/avatar', withId(id)));

/** Changes the password. The API then ends the session, so this function begins a new session. */
export async function changePassword(
  { id, username }: User,
  body: { currentPassword: string; newPassword: string },
): Promise<void> {
  await unwrap(plantroom.api.PUT('/api/users/{id}/password', { ...withId(id), body }));
  await plantroom.signIn(username, body.newPassword);
}

/**
 * Links the identity of a bind token to the account. The API then ends the session, so this function begins a new
 * session.
 */
export async function linkIdentity(body: components['schemas']['BindDto']): Promise<void> {
  await beginSession(await unwrap(plantroom.api.POST('/api/auth/oauth/bind', { body })));
}
