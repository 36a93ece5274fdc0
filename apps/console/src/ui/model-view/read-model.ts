import { LoadingManager, type Object3D, TextureLoader } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

/** At most 320 MB, if each element is a matrix. */
const MOST_ZEROS = 5_000_000;
const NOTHING = 'data:,';
const WHITE_PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=';

/** Reads the model of a glTF or GLB file. @throws Error if it cannot be read */
export async function readModel(file: ArrayBuffer): Promise<Object3D> {
  const loader = new GLTFLoader(embeddedOr(NOTHING)).register((parser) => {
    requireFewZeros(parser.json);
    // The default loader of most browsers drops the orientation of some images.
    parser.textureLoader = new TextureLoader(embeddedOr(WHITE_PIXEL));
    return { name: 'images' };
  });
  const { scene }: GLTF = await loader.parseAsync(file, '');
  return scene;
}

/** Reads only what the file contains. Addresses of other files are replaced, so that a model cannot cause requests. */
function embeddedOr(replacement: string): LoadingManager {
  return new LoadingManager().setURLModifier((url) => (/^(data|blob):/i.test(url) ? url : replacement));
}

/**
 * An accessor without a buffer view has only zeros, so a file of 300 bytes can declare billions of elements. The loader
 * would take the memory for them.
 * @throws Error if there are too many such elements
 */
function requireFewZeros({
  accessors = [],
}: {
  accessors?: { count?: number; bufferView?: number }[];
}): void {
  const zeros = accessors.filter(({ bufferView }) => bufferView === undefined);
  const count = zeros.reduce((sum, accessor) => sum + (accessor.count ?? 0), 0);
  if (count > MOST_ZEROS) throw new Error(`The model declares ${count} elements without data.`);
}
