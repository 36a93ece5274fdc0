export type ModelKind = 'glb' | 'gltf' | 'ifc' | 'obj' | 'fbx' | 'stl';

export const MIME_TYPES: Record<ModelKind, string> = {
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  ifc: 'application/x-step',
  obj: 'model/obj',
  fbx: 'application/octet-stream',
  stl: 'model/stl',
};

/** The bytes from which the kind of a file is detected. */
export interface FileSample {
  /** The first bytes, up to `SAMPLE_BYTES`. */
  head: Buffer;
  /** The last bytes, up to `SAMPLE_BYTES`. */
  tail: Buffer;
  sizeBytes: number;
}

/** A ZIP archive ends with a record of 22 bytes and a comment of up to 65,535 bytes. */
export const SAMPLE_BYTES = 22 + 0xffff;

const STL_HEADER_BYTES = 84;
const STL_TRIANGLE_BYTES = 50;
/** Keywords of OBJ that begin a line. */
const OBJ_LINE =
  /^(#.*|(v|vt|vn|vp|f|l|p|o|g|s|mg|usemtl|mtllib|cstype|deg|curv|curv2|surf|parm|trim|hole|scrv|sp|end|con|bevel|c_interp|d_interp|lod|shadow_obj|trace_obj|ctech|stech)\s.*|end)?$/;

/** Detects the kind of a model from its content. Returns null if the file is not a model. */
export function modelKindOf({ head, tail, sizeBytes }: FileSample): ModelKind | null {
  const text = head.toString('latin1');
  if (text.startsWith('glTF')) return 'glb';
  if (/^(\xEF\xBB\xBF)?\s*\{/.test(text)) return 'gltf';
  if (text.startsWith('Kaydara FBX Binary  \0') || /^; FBX \d/.test(text)) return 'fbx';
  if (/^(\xEF\xBB\xBF)?\s*ISO-10303-21;\s*HEADER;/.test(text)) return isWholeStep(tail) ? 'ifc' : null;
  if (isStl(text, head, tail, sizeBytes)) return 'stl';
  return isObj(head, sizeBytes) ? 'obj' : null;
}

function isWholeStep(tail: Buffer): boolean {
  return /END-ISO-10303-21;\s*$/.test(tail.toString('latin1'));
}

function isStl(text: string, head: Buffer, tail: Buffer, sizeBytes: number): boolean {
  if (/^solid\b[^\n]*\n\s*(facet|endsolid)\b/.test(text)) {
    return /\bendsolid\b[^\n]*\s*$/.test(tail.toString('latin1'));
  }
  return (
    head.length >= STL_HEADER_BYTES &&
    sizeBytes === STL_HEADER_BYTES + STL_TRIANGLE_BYTES * head.readUInt32LE(STL_HEADER_BYTES - 4)
  );
}

/** True if every line begins with a keyword, and at least one is a vertex. The last line of a sample may be cut off. */
function isObj(head: Buffer, sizeBytes: number): boolean {
  const text = head.toString('utf8');
  if (text.includes('\0')) return false;
  const lines = text.split(/\r?\n/);
  const whole = head.length < sizeBytes ? lines.slice(0, -1) : lines;
  return whole.every((line) => OBJ_LINE.test(line.trim())) && whole.some((line) => /^\s*v\s/.test(line));
}

/** Matches the beginning of a document. A program may run or show the document even if other bytes precede it. */
const DOCUMENT = /<(!doctype|html|script|svg|\?xml|\?php)|%PDF-/i;
/** Programs search for the beginning of a document in this many bytes at the start of a file. */
const SEARCHED_BYTES = 1024;
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_END_BYTES = 22;

/** True if a program may treat the file as a document or an archive, even if it is also a model. */
export function isPolyglot({ head, tail }: FileSample): boolean {
  return DOCUMENT.test(head.subarray(0, SEARCHED_BYTES).toString('latin1')) || endsAsArchive(tail);
}

/** True if the file ends with the end record of a ZIP archive. Programs find an archive by this record. */
function endsAsArchive(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf(ZIP_END); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(ZIP_END, at - 1)) {
    const end = at + ZIP_END_BYTES;
    if (end <= tail.length && end + tail.readUInt16LE(end - 2) === tail.length) return true;
  }
  return false;
}
