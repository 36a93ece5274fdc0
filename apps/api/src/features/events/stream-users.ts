/** Whose streams may stay open. */
export abstract class StreamUsers {
  /** Of these users, those that still exist and may read the stream. */
  abstract stillAllowed(userIds: readonly number[]): Promise<ReadonlySet<number>>;
}
