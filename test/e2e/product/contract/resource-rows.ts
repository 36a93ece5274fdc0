import type { AccessWord } from '@app/auth';
import { type ContractRow, SUCCESS } from './contract-row';

interface Resource {
  path: string;
  kept: string;
  answer: ContractRow['answer'];
  /** The answer to getting one record. Default: `answer`. */
  found?: ContractRow['answer'];
  read: 'viewer' | 'operator' | 'engineer' | 'admin';
  write: 'operator' | 'engineer' | 'admin';
  create: object;
  change: object;
  query?: string[];
}

/**
 * The rows that list, create, get and change a record. Later rows need the record, so its deletion is a separate row.
 */
export function resource({
  path,
  kept,
  answer,
  found = answer,
  read,
  write,
  create,
  change,
  query,
}: Resource): ContractRow[] {
  const one = (world: { number(path: string): number }) => ({ id: world.number(`${kept}.id`) });
  return [
    { route: `POST ${path}`, access: write, status: 201, answer, body: create, keep: kept },
    {
      route: `GET ${path}`,
      access: read,
      status: 200,
      answer: [answer] as never,
      paged: true,
      ...(query && { query }),
    },
    { route: `GET ${path}/:id`, access: read, status: 200, answer: found, path: one },
    { route: `PUT ${path}/:id`, access: write, status: 200, answer, body: change, path: one },
  ];
}

export const remove = (path: string, kept: string, access: AccessWord = 'engineer'): ContractRow => ({
  route: `DELETE ${path}/:id`,
  access,
  status: 200,
  answer: SUCCESS,
  path: (world) => ({ id: world.number(`${kept}.id`) }),
});
