/** Why the console does not draw a file: its format, or a compression for which it has no decoder. */
export type NotDrawn = 'format' | 'compressed';

const DRAWN = /\.(glb|gltf)$/i;
const COMPRESSIONS = new Set([
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_texture_basisu',
]);
const MAGIC = 'glTF';
/** A GLB file begins with a header, then the length and the type of the JSON. */
const JSON_LENGTH_AT = 12;
const JSON_AT = 20;

/** Returns whether the console draws files with this name, if they are not compressed. */
export const isDrawnFormat = (name: string): boolean => DRAWN.test(name);

/** Returns why the console would not draw the file, or null. A broken file counts as drawn: the API refuses it. */
export async function whyNotDrawn(file: Blob & { name: string }): Promise<NotDrawn | null> {
  if (!isDrawnFormat(file.name)) return 'format';
  try {
    const { extensionsRequired = [] } = JSON.parse(await jsonOf(file)) as { extensionsRequired?: string[] };
    return extensionsRequired.some((name) => COMPRESSIONS.has(name)) ? 'compressed' : null;
  } catch {
    return null;
  }
}

async function jsonOf(file: Blob): Promise<string> {
  const head = await file.slice(0, JSON_AT).arrayBuffer();
  const isBinary = new TextDecoder().decode(head.slice(0, MAGIC.length)) === MAGIC;
  if (!isBinary) return file.text();
  return file.slice(JSON_AT, JSON_AT + new DataView(head).getUint32(JSON_LENGTH_AT, true)).text();
}
