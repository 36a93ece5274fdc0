export interface ChunkSizes {
  size: number;
  /** Maximum number of concurrent chunks. */
  concurrency: number;
}

/**
 * Splits a long list into chunks, requests `concurrency` of them at a time, and joins the answers in order. After a
 * failure it starts no further chunk and waits for the pending ones.
 */
export async function inChunks<Item, Answer>(
  items: readonly Item[],
  { size, concurrency }: ChunkSizes,
  ask: (chunk: Item[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const chunks = Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
  const answers: Answer[][] = [];
  const waiting = chunks.entries();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (const [index, chunk] of waiting) {
      if (failed) return;
      try {
        answers[index] = await ask(chunk);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: concurrency }, lane));
  const failure = lanes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  return answers.flat();
}
