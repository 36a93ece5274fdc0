import { Avatar } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type User, plantroom, unwrap } from '../api/plantroom';
import { useObjectUrl } from './file-preview/use-object-url';

interface UserAvatarProps {
  user: User;
  size: number;
}

/**
 * The picture is fetched with the access token, so its address in `src` would not work. A new picture has a new key.
 */
const pictureQuery = ({ id, avatar }: User) =>
  queryOptions({
    queryKey: ['/api/users', id, 'avatar', avatar],
    queryFn: ({ signal }): Promise<Blob> =>
      unwrap(
        plantroom.api.GET('/api/users/{id}/avatar', { params: { path: { id } }, parseAs: 'blob', signal }),
      ),
    enabled: avatar !== null,
    staleTime: Infinity,
  });

/** The picture of a user, or the beginning of their name. It is decorative: the name stands beside it. */
export function UserAvatar({ user, size }: UserAvatarProps) {
  const { data } = useQuery(pictureQuery(user));
  const initials = user.username.slice(0, 2).toUpperCase();
  if (data && user.avatar) return <Picture content={data} size={size} initials={initials} />;
  return (
    <Avatar size={size} radius="50%" color="teal" variant="filled" aria-hidden>
      {initials}
    </Avatar>
  );
}

function Picture({ content, size, initials }: { content: Blob; size: number; initials: string }) {
  return (
    <Avatar size={size} radius="50%" color="teal" src={useObjectUrl(content)} alt="">
      {initials}
    </Avatar>
  );
}
