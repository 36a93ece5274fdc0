import { Text } from '@mantine/core';

interface PointNameProps {
  /** Null if no point has the code. */
  name: string | null;
  code: string;
}

/** The point of a record: its name, if it has one, above its code. */
export function PointName({ name, code }: PointNameProps) {
  return (
    <div>
      {name && <div>{name}</div>}
      <Text size={name ? 'xs' : 'sm'} c={name ? 'dimmed' : undefined} ff="monospace">
        {code}
      </Text>
    </div>
  );
}
