type Data = Readonly<Record<string, unknown>>;

/** Returns only the data that a text can read, to keep the request small. */
export function dataFor(text: string, data: Data): Record<string, unknown> {
  const named = pick(data, text);
  const { nodeOutputs } = named;
  if (typeof nodeOutputs !== 'object' || nodeOutputs === null) return named;
  return { ...named, nodeOutputs: pick(nodeOutputs as Data, text) };
}

const pick = (data: Data, text: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([name]) => text.includes(name)));
