export interface ChunkSizes {
  size: number;
  /** How many chunks are under way at a time. */
  concurrency: number;
}

/**
 * Cuts a long list into chunks, asks for `concurrency` of them at a time, and joins the answers in order.
 * After a failure no further chunk is asked for; what is under way is waited for, so that nothing is left behind.
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
