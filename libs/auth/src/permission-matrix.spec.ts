import { samePath } from './path-overlap';
import { PERMISSION_MATRIX, accessWordOf } from './permission-matrix';

describe('the permission matrix', () => {
  it('contains each route once', () => {
    const doubles = PERMISSION_MATRIX.filter((one, index) =>
      PERMISSION_MATRIX.slice(0, index).some(
        (other) => other.method === one.method && samePath(other.path, one.path),
      ),
    );
    expect(doubles).toEqual([]);
  });

  it('has ":id" in the path of every route that is restricted to a single user', () => {
    const withoutId = PERMISSION_MATRIX.filter(
      ({ access, path }) => access.startsWith('self') && !path.split('/').includes(':id'),
    );
    expect(withoutId).toEqual([]);
  });

  it.each([
    [{ kind: 'public' }, 'public'],
    [{ kind: 'role', lowest: 'engineer' }, 'engineer'],
    [{ kind: 'self_or', lowest: 'admin' }, 'self or admin'],
    [{ kind: 'self' }, 'self'],
    [{ kind: 'stream_token' }, 'stream token'],
  ] as const)('writes the access %j as "%s"', (access, word) => {
    expect(accessWordOf(access)).toBe(word);
  });
});
