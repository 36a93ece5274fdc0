import { type ErrorDetail, say } from '@app/kernel';
import { validateBytes } from 'gltf-validator';

/** Its path is a JSON pointer, or `file` if the container or the whole file has the fault. */
export type GltfFault = ErrorDetail;

export interface GltfReport {
  /** Empty if the model is valid. At most `MAX_FAULTS`. */
  faults: GltfFault[];
  /** The addresses of buffers and images in other files, which a valid model needs. At most `MAX_FAULTS`. */
  missingFiles: GltfFault[];
  /** The names of the nodes of a valid model. */
  nodeNames: string[];
}

/** Maximum number of errors that a report contains. */
export const MAX_FAULTS = 100;
/** The validator stops after this number of messages of any severity, so its report may lack errors. */
const MAX_MESSAGES = 100_000;

/** Checks a complete glTF or GLB file. Files to which it refers are never read. */
export async function checkGltf(bytes: Uint8Array, format: 'glb' | 'gltf'): Promise<GltfReport> {
  const { issues } = await validateBytes(bytes, {
    format,
    maxIssues: MAX_MESSAGES,
    // The validator gets no function to read external files, so it reports each of them as unreadable. These messages
    // are ignored.
    ignoredIssues: ['IO_ERROR'],
    writeTimestamp: false,
  });
  if (issues.numErrors > 0) {
    const errors = issues.messages.filter(({ severity }) => severity === 0).slice(0, MAX_FAULTS);
    const faults = errors.map(({ code, message, pointer }) => ({
      // The pointer to the whole JSON is empty.
      path: pointer || 'file',
      ...say('gltf_fault', { fault: code, reason: message }),
    }));
    return { faults, missingFiles: [], nodeNames: [] };
  }
  if (issues.truncated) {
    return {
      faults: [
        {
          path: 'file',
          ...say('gltf_too_many_warnings', { most: MAX_MESSAGES }),
        },
      ],
      missingFiles: [],
      nodeNames: [],
    };
  }
  const json = jsonOf(bytes, format);
  const faults = foreignAddresses(json).slice(0, MAX_FAULTS);
  const missingFiles = missingFilesOf(json).slice(0, MAX_FAULTS);
  const isComplete = faults.length === 0 && missingFiles.length === 0;
  return { faults, missingFiles, nodeNames: isComplete ? nodeNamesOf(json) : [] };
}

const GLB_HEADER_BYTES = 20;

/** The JSON of a valid file. In a GLB, it is the first chunk. */
function jsonOf(bytes: Uint8Array, format: 'glb' | 'gltf'): unknown {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text =
    format === 'gltf'
      ? buffer.toString('utf8')
      : buffer.toString(
          'utf8',
          GLB_HEADER_BYTES,
          GLB_HEADER_BYTES + buffer.readUInt32LE(GLB_HEADER_BYTES - 8),
        );
  return JSON.parse(text) as unknown;
}

/** Returns a fault for each address with a scheme or a host, because a viewer would fetch it from another server. */
function foreignAddresses(json: unknown): GltfFault[] {
  const found: GltfFault[] = [];
  // Uses a stack, because the JSON may be nested too deeply for recursion.
  const open: { path: string; value: unknown }[] = [{ path: '', value: json }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const innerPath = `${path}/${key}`;
      if (key === 'uri' && typeof inner === 'string' && isForeign(inner)) {
        found.push({
          path: innerPath,
          ...say('foreign_file'),
        });
      }
      if (typeof inner === 'object') open.push({ path: innerPath, value: inner });
    }
  }
  return found;
}

function isForeign(uri: string): boolean {
  return /^\s*([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(uri) && !/^\s*data:/i.test(uri);
}

/** Only the uploaded file is stored, so a buffer or an image beside it could never be shown. */
function missingFilesOf(json: unknown): GltfFault[] {
  const parts = json as Partial<Record<'buffers' | 'images', { uri?: string }[]>>;
  return (['buffers', 'images'] as const).flatMap((part) =>
    (parts[part] ?? []).flatMap(({ uri }, index) =>
      uri === undefined || /^\s*data:/i.test(uri)
        ? []
        : [{ path: `/${part}/${index}/uri`, ...say('missing_file') }],
    ),
  );
}

function nodeNamesOf(json: unknown): string[] {
  const { nodes } = json as { nodes?: { name?: unknown }[] };
  return (nodes ?? []).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}
